// Bare texts (conformance/spec/texts.md): the engine against the page's cases, and byte by byte against the
// oracle, which knows them as JSON strings with a pattern.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>

#include "lockstep/conformance/generate/pattern_generator.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/oracle/pattern/pattern.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;
using Compiled = std::variant<engine::Constraint, engine::CompileFault>;

Compiled compile(const Json& one) {
  engine::BareTexts texts;
  if (one.contains("regex")) {
    texts.regex = one.at("regex");
  } else {
    texts.kind = engine::BareTexts::Kind::choice;
    texts.choices = one.at("choice").get<std::vector<std::string>>();
  }
  return engine::compile_texts(texts);
}

std::string outcome_of(const Compiled& compiled) {
  const auto* fault = std::get_if<engine::CompileFault>(&compiled);
  return std::string(name(fault == nullptr ? Compile::ok : compile_reply(*fault).outcome));
}

// Bytes taken before the text dies.
std::size_t taken(const engine::Session& start, const std::string& text) {
  engine::Session session = start.fork();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!session.accept_bytes(text.substr(at, 1)).ok()) return at;
  }
  return text.size();
}

bool complete(const engine::Session& start, const std::string& text) {
  engine::Session session = start.fork();
  return session.accept_bytes(text).ok() && session.can_stop();
}

TEST(BareTexts, CasesOfThePageHoldInTheEngineAndInTheOraclesPatterns) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/conformance/spec/texts_cases.json");
  const Json data = Json::parse(file);
  const Json& cases = data.at("cases");
  ASSERT_EQ(data.at("count"), cases.size());
  std::set<std::string> ids;
  std::size_t texts = 0;
  for (const Json& one : cases) {
    const std::string id = one.at("id");
    EXPECT_TRUE(ids.insert(id).second) << id;
    const Compiled compiled = compile(one);
    EXPECT_EQ(outcome_of(compiled), one.value("compile", "ok")) << id;
    if (outcome_of(compiled) != "ok") continue;
    const engine::Session start(std::get<engine::Constraint>(compiled), engine::builtin_vocabulary());
    for (const std::string& text : one.at("in").get<std::vector<std::string>>())
      EXPECT_TRUE(complete(start, text)) << id << " " << text;
    for (const Json& out : one.at("out")) {
      const std::string text = out.at(0);
      EXPECT_FALSE(complete(start, text)) << id << " " << text;
      EXPECT_EQ(taken(start, text), out.at(1).get<std::size_t>()) << id << " " << text;
    }
    if (!one.contains("regex")) continue;
    const auto whole = oracle::Pattern::compile("^(?:" + one.at("regex").get<std::string>() + ")$");
    ASSERT_TRUE(whole) << id;
    for (const std::string& text : one.at("in").get<std::vector<std::string>>())
      EXPECT_TRUE(whole.value().search(text).is_yes()) << id;
    for (const Json& out : one.at("out"))
      EXPECT_TRUE(whole.value().search(out.at(0).get<std::string>()).is_no()) << id << " " << out;
    texts += one.at("in").size() + one.at("out").size();
  }
  EXPECT_GE(texts, 60U);
}

// What the byte of a bare text is in a JSON string: itself, or an escape.
std::string in_string(unsigned char byte) {
  static constexpr char kHex[] = "0123456789abcdef";
  if (byte == '"' || byte == '\\') return {'\\', static_cast<char>(byte)};
  if (byte < 0x20) return std::string("\\u00") + kHex[byte >> 4U] + kHex[byte & 0xFU];
  return {static_cast<char>(byte)};
}

std::string in_string(const std::string& text) {
  std::string out = "\"";
  for (const char byte : text) out += in_string(static_cast<unsigned char>(byte));
  return out;
}

struct Tally {
  std::size_t patterns = 0, prefixes = 0, bytes = 0, unknown = 0, empty = 0;
};

void compare_prefix(const engine::Session& session, const oracle::PrefixOracle& oracle,
                    const std::string& text, const std::string& source, Tally& tally) {
  const std::string prefix = in_string(text);
  const std::vector<bool> allowed = session.allowed_bytes();
  for (unsigned byte = 0; byte < 256; ++byte) {
    const oracle::Answer answer = oracle.viable(prefix + in_string(static_cast<unsigned char>(byte)));
    if (answer.is_unknown()) {
      ++tally.unknown;
      continue;
    }
    ASSERT_EQ(allowed[byte], answer.is_yes()) << source << " after " << prefix << " byte " << byte;
    ++tally.bytes;
  }
  const oracle::Answer stop = oracle.complete(prefix + "\"");
  if (!stop.is_unknown()) {
    ASSERT_EQ(session.can_stop(), stop.is_yes()) << source << " after " << prefix;
  }
  ++tally.prefixes;
}

void compare_pattern(const GeneratedPattern& pattern, const NextByte& next, Tally& tally) {
  const Compiled compiled = engine::compile_texts({engine::BareTexts::Kind::regex, pattern.source, {}});
  const auto alone = oracle::Pattern::compile(pattern.source);
  if (outcome_of(compiled) == "refused" || outcome_of(compiled) == "limit") return;
  ASSERT_EQ(outcome_of(compiled) == "malformed", !alone) << pattern.source;
  if (!alone) return;
  const std::string schema = Json{{"type", "string"}, {"pattern", "^(?:" + pattern.source + ")$"}}.dump();
  const auto oracle = oracle::PrefixOracle::make(schema, {}, {}, oracle::OraclePolicy::spec());
  ASSERT_TRUE(oracle) << schema;
  if (outcome_of(compiled) == "empty") {
    ++tally.empty;
    EXPECT_FALSE(oracle.value().viable("\"").is_yes()) << pattern.source;
    return;
  }
  ++tally.patterns;
  engine::Session session(std::get<engine::Constraint>(compiled), engine::builtin_vocabulary());
  std::string text;
  const std::string subject = generate_subject(pattern, next);
  for (std::size_t at = 0;; ++at) {
    compare_prefix(session, oracle.value(), text, pattern.source, tally);
    if (testing::Test::HasFatalFailure() || at == std::min<std::size_t>(subject.size(), 8)) return;
    if (!session.accept_bytes(subject.substr(at, 1)).ok()) return;
    text += subject[at];
  }
}

TEST(BareTexts, EveryNextByteOfGeneratedPatternsIsAsTheOracleSays) {
  constexpr std::uint32_t kSeed = 1;
  RecordProperty("seed", static_cast<int>(kSeed));
  std::mt19937 source(kSeed);
  const NextByte next = [&source] { return static_cast<std::uint8_t>(source() & 0xFFU); };
  Tally tally;
  for (int i = 0; i < 400 && !HasFatalFailure(); ++i) compare_pattern(generate_pattern(next), next, tally);
  std::printf("seed %u: %zu patterns, %zu empty, %zu prefixes, %zu bytes, %zu unknown\n", kSeed,
              tally.patterns, tally.empty, tally.prefixes, tally.bytes, tally.unknown);
  EXPECT_GE(tally.patterns, 150U);
  EXPECT_GE(tally.empty, 1U);
  EXPECT_GE(tally.bytes, 100'000U);
  EXPECT_LE(tally.unknown * 20, tally.bytes);  // patterns that are too much for the oracle
}

}  // namespace
}  // namespace lockstep::conformance
