// Every instance of a suite once more in other spellings and other tokens: a subject that is driven through
// masks must say the same of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/external/python_spellings.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/vocabulary/encoder.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

// What became of one instance.
struct VariantResult {
  std::size_t fed = 0;               // spelling x tokens
  Verdict verdict = Verdict::agree;  // the worst of them
  std::string detail;                // of the first that differs: how it was spelled and cut, and its text
  std::vector<std::string> without;  // what there was none of, and why: "json.dumps number_changed",
                                     // "canonical tokens text_changed"
};

// Thread rules: one thread at a time.
class VariantJudge {
 public:
  // The subject must answer start() over this vocabulary, under a policy that admits every spelling of a
  // value (`spec`). `each`: spellings by us, and by Python, of each instance; the text as it stands is a
  // spelling too.
  VariantJudge(Subject& subject, const engine::Vocabulary& vocabulary, const Encoder& encoder,
               PythonSpeller& python, std::size_t each, std::uint64_t seed);

  // One result an instance of the request, whose right answers are `truth`. The spellings of an instance
  // depend on its text and the seed alone, and in draft 4, where spelling tells what is an integer, keep
  // that; with `integers_by_word` too, of a schema only parts of which are of draft 4.
  std::vector<VariantResult> judge(const ValidateRequest& request, const std::vector<Expected>& truth,
                                   bool integers_by_word = false);

  std::size_t each() const { return each_; }

 private:
  // `integers_by_word`: only those that spell the same numbers as integers, without fraction and exponent.
  std::vector<Spelling> spellings_of(const std::string& text, const Spelled& by_python, bool integers_by_word,
                                     VariantResult& result) const;
  void feed(MaskSession& start, const Spelling& spelling, Expected truth, std::uint64_t seed,
            VariantResult& result) const;
  void feed_tokens(MaskSession& start, const Spelling& spelling, std::string_view cut,
                   const std::vector<engine::TokenId>& tokens, Expected truth, VariantResult& result) const;

  Subject& subject_;
  engine::Vocabulary vocabulary_;
  Encoder encoder_;
  RandomSpelling random_;
  PythonSpeller& python_;
  std::size_t each_;
  std::uint64_t seed_;
};

// A result as a case's detail tells it, and read back from there, so that a resumed run counts the same:
// "variants: 14; without json.dumps number_changed".
std::string variant_text(const VariantResult& result);
std::size_t variants_in(std::string_view detail);
std::vector<std::string> without_in(std::string_view detail);

}  // namespace lockstep::conformance
