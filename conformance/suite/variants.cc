#include "lockstep/conformance/suite/variants.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/walk/truth.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;

constexpr std::string_view kVariants = "variants: ";
constexpr std::string_view kWithout = "without ";

// In the words of whole documents.
InstanceReply drive(MaskSession& start, const engine::Vocabulary& vocabulary,
                    const std::vector<TokenId>& tokens) {
  const std::unique_ptr<MaskSession> session = start.fork();
  for (const TokenId token : tokens) {
    const bool allowed = bit_of(session->mask(), token);
    if (session->accept(token) != allowed) return {Validity::error, "the mask and accept disagree", {}};
    if (!allowed) return {Validity::invalid, fmt::format("died at token {}", token), {}};
  }
  const std::vector<std::uint32_t> mask = session->mask();
  for (const TokenId stop : vocabulary.stop_ids()) {
    if (bit_of(mask, stop) != session->can_stop())
      return {Validity::error, "a stop bit and can_stop disagree", {}};
  }
  return {session->can_stop() ? Validity::valid : Validity::invalid, "", {}};
}

// Is every number an integer by its spelling in both texts, or in neither? Of two texts of one value.
bool same_words(const Tree& one, const Tree& other) {
  const auto is_word = [](const Tree& number) {
    return number.text.find_first_of(".eE") == std::string::npos;
  };
  if (one.kind == TreeKind::number) return is_word(one) == is_word(other);
  if (one.items.size() != other.items.size()) return false;
  for (std::size_t i = 0; i < one.items.size(); ++i) {
    if (!same_words(one.items[i], other.items[i])) return false;
  }
  return std::all_of(one.members.begin(), one.members.end(), [&](const auto& member) {
    const Tree* found = other.find(member.first);
    return found != nullptr && same_words(member.second, *found);
  });
}

}  // namespace

VariantJudge::VariantJudge(Subject& subject, const engine::Vocabulary& vocabulary, const Encoder& encoder,
                           PythonSpeller& python, std::size_t each, std::uint64_t seed)
    : subject_(subject),
      vocabulary_(vocabulary),
      encoder_(encoder),
      random_(vocabulary),
      python_(python),
      each_(each),
      seed_(seed) {}

std::vector<VariantResult> VariantJudge::judge(const ValidateRequest& request,
                                               const std::vector<Expected>& truth, bool integers_by_word) {
  std::vector<VariantResult> results(request.instances.size());
  const MaskStart started = subject_.start(request);
  if (started.compile.outcome == Compile::empty) {
    for (VariantResult& result : results) result.without.emplace_back("masks empty");
    return results;
  }
  const std::vector<Spelled> by_python = python_.spell(request.instances);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!started.session) {  // it took the schema for whole documents
      results[i].verdict = Verdict::inconsistent;
      results[i].detail = "does not start on a schema that it took";
      continue;
    }
    const std::string& text = request.instances[i];
    const bool by_word = integers_by_word || request.dialect == dialect_of("4");
    for (const Spelling& spelling : spellings_of(text, by_python[i], by_word, results[i]))
      feed(*started.session, spelling, truth[i], seed_ ^ hash_of_text(spelling.text), results[i]);
  }
  return results;
}

std::vector<Spelling> VariantJudge::spellings_of(const std::string& text, const Spelled& by_python,
                                                 bool integers_by_word, VariantResult& result) const {
  std::vector<Spelling> all = {{text, "as it stands"}};
  std::set<std::string> seen = {text};
  const std::optional<Tree> tree = read_tree(text);
  std::size_t other_words = 0;
  const auto add = [&](Spelling spelling) {
    if (!seen.insert(spelling.text).second) return;
    const std::optional<Tree> read = integers_by_word && tree ? read_tree(spelling.text) : std::nullopt;
    if (read && !same_words(*tree, *read)) {
      ++other_words;
      return;
    }
    all.push_back(std::move(spelling));
  };
  const std::uint64_t hash = hash_of_text(text);
  if (tree) {
    Choices choices(seeded_bytes(seed_ ^ hash));
    for (std::size_t i = 0; i < each_; ++i) {
      Tree other = *tree;
      if (i % 2 == 1) shuffle_members(other, choices);
      add({write_tree_spelled(other, choices), fmt::format("spelling {} of ours", i + 1)});
    }
  } else {
    result.without.emplace_back("spellings of ours not_json");
  }
  if (!by_python.none.empty()) result.without.push_back("json.dumps " + by_python.none);
  const std::size_t ways = by_python.spellings.size();
  for (std::size_t i = 0; i < std::min(each_, ways); ++i)
    add(by_python.spellings[(i + (seed_ ^ hash) % ways) % ways]);
  if (other_words > 0) result.without.emplace_back("spellings that make other numbers integers");
  return all;
}

void VariantJudge::feed(MaskSession& start, const Spelling& spelling, Expected truth, std::uint64_t seed,
                        VariantResult& result) const {
  const auto canonical = encoder_.encode(spelling.text);
  if (canonical.ok()) {
    feed_tokens(start, spelling, "canonical", *canonical, truth, result);
  } else {
    const std::string why = "canonical tokens " + canonical.error().code;
    if (std::find(result.without.begin(), result.without.end(), why) == result.without.end())
      result.without.push_back(why);
  }
  if (const auto random = random_.spell(spelling.text, seed)) {
    feed_tokens(start, spelling, "random", *random, truth, result);
  } else {
    result.without.emplace_back("random tokens no_token");
  }
}

void VariantJudge::feed_tokens(MaskSession& start, const Spelling& spelling, std::string_view cut,
                               const std::vector<TokenId>& tokens, Expected truth,
                               VariantResult& result) const {
  ++result.fed;
  const InstanceReply reply = drive(start, vocabulary_, tokens);
  const Judgement judged = compare(truth, {}, &reply);
  if (judged.verdict == Verdict::agree) return;
  if (result.detail.empty()) {
    const bool shown = engine::is_valid_utf8(spelling.text);
    result.detail = fmt::format("{}: {} in {} tokens: {}", judged.detail, spelling.how, cut,
                                shown ? spelling.text : "(not UTF-8)");
  }
  result.verdict = std::min(result.verdict, judged.verdict);
}

std::string variant_text(const VariantResult& result) {
  std::string text = fmt::format("{}{}", kVariants, result.fed);
  for (const std::string& one : result.without) text += fmt::format("; {}{}", kWithout, one);
  if (!result.detail.empty()) text += "; " + result.detail;
  return text;
}

std::size_t variants_in(std::string_view detail) {
  if (!detail.starts_with(kVariants)) return 0;
  std::size_t count = 0;
  for (const char digit : detail.substr(kVariants.size())) {
    if (digit < '0' || digit > '9') break;
    count = count * 10 + static_cast<std::size_t>(digit - '0');
  }
  return count;
}

std::vector<std::string> without_in(std::string_view detail) {
  std::vector<std::string> all;
  if (!detail.starts_with(kVariants)) return all;
  for (std::size_t at = detail.find("; "); at != std::string_view::npos;) {
    const std::string_view rest = detail.substr(at + 2);
    if (!rest.starts_with(kWithout)) break;
    const std::size_t end = rest.find("; ");
    all.emplace_back(
        rest.substr(kWithout.size(), end == std::string_view::npos ? end : end - kWithout.size()));
    at = end == std::string_view::npos ? end : at + 2 + end;
  }
  return all;
}

}  // namespace lockstep::conformance
