// Every schema of the small grammar against every text of its universe: the engine's masks, all 256 next
// bytes and the stop bit at every prefix, must be those of the list of texts that the oracle takes as wholes.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lockstep/conformance/brute/small_grammar.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {
namespace {

struct Tally {
  std::size_t schemas = 0;
  std::size_t compared = 0;
  std::size_t empty = 0;
  std::size_t prefixes = 0;
  std::size_t different = 0;
  std::map<std::string, std::size_t> refused;  // by keyword
};

engine::Policy closed_policy() {
  engine::Policy policy = engine::Policy::canonical();
  policy.key_order = engine::KeyOrder::any;
  policy.format = engine::Format::annotate;
  return policy;
}

const std::vector<oracle::JsonValue>& small_values() {
  static const std::vector<oracle::JsonValue> values = [] {
    std::vector<oracle::JsonValue> out;
    for (const std::string& text : small_texts()) out.push_back(oracle::parse_json(text).value());
    return out;
  }();
  return values;
}

// The texts that the schema admits, sorted. The order of names changes no verdict of the oracle.
std::vector<std::string> admitted(const std::string& schema) {
  const auto loaded = oracle::Schema::load(schema, {});
  EXPECT_TRUE(loaded.ok()) << schema;
  std::vector<std::string> out;
  if (!loaded.ok()) return out;
  for (std::size_t i = 0; i < small_texts().size(); ++i) {
    const oracle::Answer answer = loaded.value().check(small_values()[i]);
    EXPECT_NE(answer.truth, oracle::Truth::unknown) << schema << " " << small_texts()[i];
    if (answer.truth == oracle::Truth::yes) out.push_back(small_texts()[i]);
  }
  return out;
}

bool has(const std::vector<std::uint32_t>& mask, std::uint32_t id) {
  return (mask[id / 32] >> (id % 32) & 1U) != 0;
}

// `texts` are those that go on from the session's text, which has `depth` bytes. The ids of the built-in
// vocabulary's first 256 tokens are their bytes.
std::string difference(WalkSession& session, std::span<const std::string> texts, std::size_t depth,
                       Tally& tally) {
  ++tally.prefixes;
  const std::vector<std::uint32_t> mask = session.mask();
  if (mask.empty()) return "no mask";
  const std::string& some = texts.front();
  const bool whole = some.size() == depth;  // the shortest comes first
  if (session.can_stop() != whole) return fmt::format("stop after {}: {}", some.substr(0, depth), !whole);
  std::span<const std::string> rest = whole ? texts.subspan(1) : texts;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::size_t end = 0;
    while (end < rest.size() && static_cast<unsigned char>(rest[end][depth]) == byte) ++end;
    const std::span<const std::string> taken = rest.first(end);
    rest = rest.subspan(end);
    if (has(mask, byte) != !taken.empty())
      return fmt::format(
          "after {}: byte {:#04x} {}", some.substr(0, depth), byte,
          taken.empty() ? "taken, and no text has it" : "refused, and " + taken.front() + " is valid");
    if (taken.empty()) continue;
    if (!session.accept(byte)) return fmt::format("after {}: byte {:#04x} is in the mask only", some, byte);
    std::string found = difference(session, taken, depth + 1, tally);
    if (!found.empty()) return found;
    if (!session.rollback(1)) return "no rollback";
  }
  return {};
}

void compare(WalkSubject& engine, const std::string& schema, Tally& tally) {
  const std::string text = within_universe(schema);
  ++tally.schemas;
  WalkStart start = engine.start(text);
  if (start.compile.outcome == Compile::refused) {
    ++tally.refused[start.compile.keyword];
    return;
  }
  const std::vector<std::string> texts = admitted(text);
  ++tally.compared;
  std::string wrong;
  if (start.compile.outcome == Compile::empty) {
    ++tally.empty;
    if (!texts.empty()) wrong = "empty, and " + texts.front() + " is valid";
  } else if (start.compile.outcome != Compile::ok) {
    wrong = "compile: " + start.compile.code + " " + start.compile.message;
  } else if (texts.empty()) {
    wrong = "nothing is valid, and it compiles";
  } else {
    wrong = difference(*start.session, texts, 0, tally);
  }
  if (!wrong.empty() && ++tally.different <= 10) ADD_FAILURE() << text << "\n" << wrong;
}

// Of the 5,000 and more in each quarter, so many must be compared and not refused.
constexpr std::size_t kLeastCompared = 4500;

// Part `part` of four. LOCKSTEP_EVERY=N takes every N-th schema only.
Tally run(std::size_t part) {
  const char* every_text = std::getenv("LOCKSTEP_EVERY");
  const std::size_t every = every_text != nullptr ? std::strtoull(every_text, nullptr, 10) : 1;
  const auto engine =
      make_engine_walk_subject({closed_policy(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  const std::vector<std::string> schemas = small_schemas();
  Tally tally;
  for (std::size_t i = part; i < schemas.size(); i += 4 * every) compare(*engine, schemas[i], tally);
  fmt::print("{} schemas, {} compared, {} of them empty; {} prefixes, 257 bits each; {} different\n",
             tally.schemas, tally.compared, tally.empty, tally.prefixes, tally.different);
  for (const auto& [keyword, count] : tally.refused) fmt::print("  refused, {}: {}\n", keyword, count);
  EXPECT_EQ(tally.different, 0U);
  EXPECT_GE(tally.compared * every, kLeastCompared);
  return tally;
}

TEST(BruteForce, FirstQuarter) { run(0); }
TEST(BruteForce, SecondQuarter) { run(1); }
TEST(BruteForce, ThirdQuarter) { run(2); }
TEST(BruteForce, FourthQuarter) { run(3); }

TEST(BruteForce, TheGrammarAndTheUniverseHaveTheStatedSize) {
  const std::vector<std::string> schemas = small_schemas();
  EXPECT_GE(schemas.size(), 20'000U);
  EXPECT_EQ(std::set<std::string>(schemas.begin(), schemas.end()).size(), schemas.size());
  EXPECT_EQ(small_texts().size(), 71U);
  EXPECT_TRUE(std::ranges::is_sorted(small_texts()));
  EXPECT_EQ(admitted(within_universe("true")), small_texts());
  for (const std::string& atom : small_atoms())
    EXPECT_LT(admitted(within_universe(atom)).size(), 71U) << atom;
}

}  // namespace
}  // namespace lockstep::conformance
