// Judges one reported case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/cases/case_row.h"
#include "lockstep/conformance/cases/case_subject.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/suite/variants.h"
#include "lockstep/conformance/vocabulary/encoder.h"

namespace lockstep::conformance {

// What rows are judged with. Texts of a language are fed as this vocabulary's tokens; a session row has its
// own.
struct CaseTools {
  engine::Vocabulary vocabulary;
  Encoder encoder;
  std::string dialect;  // where a row and its `$schema` name none
  std::shared_ptr<const Registry> registry;
  std::uint64_t seed = 1;
};

struct CaseResult {
  VariantResult result;  // fed: texts x tokens, steps of a script, tokens looked at; the worst, and its words
  std::string got;       // what became of the input: ok, empty, refused, ...
  std::string refused_by;  // keyword
  bool applicable = true;  // else result.detail says why not
};

// Rules, each of which can convict alone:
//   compile     by the row's `compile`; refused is `refused` where it must compile, and right by
//   `ok_or_error` accept, accept_policy   taken byte by byte, in canonical and in random tokens; at each step
//   the mask has the
//               token, and all stop bits are set at the end: else over_reject
//   reject      does not end as a complete text: else over_accept
//   dead_prefix dies at one of its bytes: else mask_too_wide
//   unclear     mask, accept and stop bits agree: else inconsistent, as everywhere
//   script      step by step; after each, mask and accept agree on every token
//   tokenizer   pieces spell their bytes, a decoder is read as its style, tokens load and are masked
// Thread rules: one thread at a time.
class CaseJudge {
 public:
  CaseJudge(CaseSubject& subject, CaseTools tools);
  CaseResult judge(const CaseRow& row);

 private:
  void judge_masks(const CaseRow& row, const CaseLanguage& language, CaseResult& out);
  void judge_documents(const CaseRow& row, const CaseLanguage& language, CaseResult& out);
  void judge_session(const CaseRow& row, CaseResult& out);
  // False: there is nothing more to judge.
  bool judge_compile(CompileRule rule, const CompileReply& compile, bool has_texts, CaseResult& out) const;
  void feed_row(const CaseRow& row, CaseSession& start, CaseResult& out) const;

  CaseSubject& subject_;
  CaseTools tools_;
  RandomSpelling random_;
};

// Adds a failure to a result: the worst verdict and its words stay.
void blame(CaseResult& out, Verdict verdict, const std::string& detail);

}  // namespace lockstep::conformance
