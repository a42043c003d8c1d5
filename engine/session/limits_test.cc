// Limits hold: budgets make masks smaller and never leave a text without a way on; memory ends in a typed
// error or a new growth, never in a wrong mask; each limit of a compile names itself and a place.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lockstep/engine/machine/byte_machine.h"
#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

using test_languages::RandomLanguages;

std::variant<Constraint, CompileFault> compile(const std::string& schema, const Policy& policy,
                                               const Limits& limits) {
  return compile_schema(schema, {}, {}, policy, limits);
}

std::string repeated(std::size_t count, const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// A walk along a session with small budgets, beside one without.
struct BudgetWalk {
  RandomLanguages& random;
  Session small;
  Session full;
  std::size_t points = 0;
  std::size_t smaller = 0;

  void point() {
    ++points;
    const std::vector<bool> allowed = small.allowed_bytes();
    const std::vector<bool> truth = full.allowed_bytes();
    std::size_t count = 0;
    for (unsigned byte = 0; byte < 256; ++byte) {
      EXPECT_LE(allowed[byte], truth[byte]) << "byte " << byte;
      count += allowed[byte] ? 1 : 0;
    }
    smaller += allowed != truth ? 1 : 0;
    EXPECT_EQ(small.can_stop(), full.can_stop());
    EXPECT_TRUE(count > 0 || small.can_stop());
    // The same again: an answer is given once.
    EXPECT_EQ(small.allowed_bytes(), allowed);
    const std::string rest = small.finish();
    Session end = small.fork();
    EXPECT_TRUE(end.accept_bytes(rest).ok()) << rest;
    EXPECT_TRUE(end.can_stop());
    Session true_end = full.fork();
    EXPECT_TRUE(true_end.accept_bytes(rest).ok()) << rest;
    EXPECT_TRUE(true_end.can_stop());
  }

  bool step() {
    const std::vector<bool> allowed = small.allowed_bytes();
    std::string bytes;
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (allowed[byte]) bytes += static_cast<char>(byte);
    }
    if (bytes.empty()) return false;
    const std::string rest = small.finish();
    const char byte = random.below(2) == 0 && !rest.empty() ? rest[0] : bytes[random.below(bytes.size())];
    EXPECT_TRUE(small.accept_bytes(std::string_view(&byte, 1)).ok());
    EXPECT_TRUE(full.accept_bytes(std::string_view(&byte, 1)).ok());
    return !::testing::Test::HasFailure();
  }
};

TEST(Limits, BudgetsMakeMasksSmallerAndNeverDead) {
  RandomLanguages random(test_languages::seed_or(20261130));
  const Vocabulary vocabulary = builtin_vocabulary();
  std::size_t points = 0;
  std::size_t smaller = 0;
  std::uint64_t overruns = 0;
  std::uint64_t overruns_by_default = 0;
  for (int round = 0; round < 280; ++round) {
    const std::string schema = random.schema();
    const Policy policy = random.policy();
    Limits tiny;
    tiny.running_steps = random.below(3);
    tiny.running_operations = random.below(2) == 0 ? 4096 : random.below(4096);
    auto small = compile(schema, policy, tiny);
    auto full = compile(schema, policy, {});
    ASSERT_EQ(small.index(), full.index()) << schema;
    if (small.index() == 1) continue;
    SCOPED_TRACE(schema + " " + canonical_text(policy));
    const Constraint& constraint = std::get<Constraint>(small);
    const Constraint& truth = std::get<Constraint>(full);
    for (int walk = 0; walk < 3; ++walk) {
      BudgetWalk pair{random, Session(constraint, vocabulary), Session(truth, vocabulary)};
      do pair.point();
      while (pair.points < 40 && pair.step());
      points += pair.points;
      smaller += pair.smaller;
    }
    overruns += constraint.counters().overruns;
    overruns_by_default += truth.counters().overruns;
    if (HasFailure()) return;
  }
  EXPECT_GT(points, 3'000U);
  EXPECT_GT(smaller, 40U);
  EXPECT_GT(overruns, 30U);
  EXPECT_EQ(overruns_by_default, 0U);
  std::cout << points << " points, " << smaller << " with a smaller mask, " << overruns << " overruns\n";
}

// A pattern may meet its limit long after the compile, while a text is read: the letter that would need one
// state more is a "no" that is counted, the text stays where it is and can still be ended.
TEST(Limits, APatternThatOutgrowsItsLimitInATextSaysNoToThatEvent) {
  Limits few;
  few.pattern_states = 160;
  const std::string schema = R"({"type":"string","pattern":"^([ab]*|[ab]*a[ab]{9}c)$"})";
  const auto small = compile(schema, Policy::spec(), few);
  const auto full = compile(schema, Policy::spec(), {});
  ASSERT_EQ(small.index(), 0U) << std::get<CompileFault>(small).error.code;
  ASSERT_EQ(full.index(), 0U);
  const Constraint& constraint = std::get<Constraint>(small);
  EXPECT_EQ(constraint.counters().overruns, 0U);
  RandomLanguages random(test_languages::seed_or(20261201));
  std::size_t taken = 0;
  std::size_t refused = 0;
  // What the pattern knows of a text is where its last ten letters have an `a`.
  std::set<std::pair<std::string, char>> events;
  for (int walk = 0; walk < 20; ++walk) {
    BudgetWalk pair{random, Session(constraint, builtin_vocabulary()),
                    Session(std::get<Constraint>(full), builtin_vocabulary())};
    ASSERT_TRUE(pair.small.accept_bytes("\"").ok());
    ASSERT_TRUE(pair.full.accept_bytes("\"").ok());
    std::string text(10, 'b');
    for (int letter = 0; letter < 40 && !HasFailure(); ++letter) {
      pair.point();
      const std::vector<bool> allowed = pair.small.allowed_bytes();
      const std::vector<bool> truth = pair.full.allowed_bytes();
      for (const char one : {'a', 'b', 'c'}) {
        const auto byte = static_cast<unsigned char>(one);
        if (truth[byte] && !allowed[byte]) events.emplace(text.substr(text.size() - 10), one);
      }
      EXPECT_EQ(constraint.counters().overruns, events.size());
      char byte = random.below(2) == 0 ? 'a' : 'b';
      const Result<bool> answer = pair.small.accept_bytes(std::string_view(&byte, 1));
      if (!answer.ok()) {
        ++refused;
        EXPECT_EQ(answer.error().code, "byte_not_allowed");
        EXPECT_TRUE(events.contains({text.substr(text.size() - 10), byte}));
        EXPECT_TRUE(pair.full.fork().accept_bytes(std::string_view(&byte, 1)).ok());
        const std::string rest = pair.small.finish();
        byte = rest.at(0);
        if (byte == '"') break;
        ASSERT_TRUE(pair.small.accept_bytes(std::string_view(&byte, 1)).ok());
      }
      ASSERT_TRUE(pair.full.accept_bytes(std::string_view(&byte, 1)).ok());
      text += byte;
      ++taken;
    }
  }
  EXPECT_GT(taken, 60U);
  EXPECT_GT(refused, 5U);
  EXPECT_GT(events.size(), 5U);
  EXPECT_EQ(std::get<Constraint>(full).counters().overruns, 0U);
  std::cout << taken << " letters taken, " << refused << " refused\n";
}

// An instance may nest so deep and no deeper; what is begun can still be ended.
TEST(Limits, NestingEndsInTime) {
  RandomLanguages random(test_languages::seed_or(4));
  const Vocabulary vocabulary = builtin_vocabulary();
  std::size_t points = 0;
  for (int round = 0; round < 80; ++round) {
    const std::string schema = random.schema();
    Limits shallow;
    shallow.instance_depth = 1 + random.below(4);
    auto small = compile(schema, Policy::spec(), shallow);
    auto full = compile(schema, Policy::spec(), {});
    if (full.index() == 1) continue;
    if (small.index() == 1) {
      EXPECT_EQ(std::get<CompileFault>(small).error.code, "limit_instance_depth") << schema;
      continue;
    }
    SCOPED_TRACE(schema);
    for (int walk = 0; walk < 3; ++walk) {
      BudgetWalk pair{random, Session(std::get<Constraint>(small), vocabulary),
                      Session(std::get<Constraint>(full), vocabulary)};
      do pair.point();
      while (pair.points < 40 && pair.step());
      points += pair.points;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(points, 1'500U);
  auto brackets = compile("true", Policy::spec(), [] {
    Limits limits;
    limits.instance_depth = 3;
    return limits;
  }());
  Session session(std::get<Constraint>(brackets), vocabulary);
  EXPECT_TRUE(session.accept_bytes("[[[").ok());
  EXPECT_EQ(session.accept_bytes("[").error().code, "byte_not_allowed");
  EXPECT_EQ(session.accept_bytes("{").error().code, "byte_not_allowed");
  EXPECT_TRUE(session.accept_bytes("1]]]").ok());
}

std::string member(std::size_t n) { return (n == 0 ? "" : ",") + ("\"name" + std::to_string(n)) + "\":1"; }

// A growth that other sessions filled is left behind; the text goes on as if nothing had been.
TEST(Limits, AFullGrowthIsLeftBehind) {
  Limits limits;
  limits.constraint_bytes = std::size_t{200} << 10U;
  auto made = compile(R"({"type":"object"})", Policy::spec(), limits);
  const Constraint& constraint = std::get<Constraint>(made);
  const Constraint free = std::get<Constraint>(compile(R"({"type":"object"})", Policy::spec(), {}));
  const Vocabulary vocabulary = builtin_vocabulary();
  std::vector<Session> sessions;
  std::size_t compared = 0;
  for (int n = 0; n < 12; ++n) {
    Session& session = sessions.emplace_back(constraint, vocabulary);
    Session beside(free, vocabulary);
    ASSERT_TRUE(session.accept_bytes("{\"own" + std::to_string(n) + "\":0").ok());
    ASSERT_TRUE(beside.accept_bytes("{\"own" + std::to_string(n) + "\":0").ok());
    for (std::size_t m = 1; m < 60; ++m) {
      ASSERT_TRUE(session.accept_bytes(member(m)).ok());
      ASSERT_TRUE(beside.accept_bytes(member(m)).ok());
      std::vector<std::uint32_t> mask(session.mask_words());
      std::vector<std::uint32_t> truth(session.mask_words());
      const Result<bool> filled = session.mask(mask);
      ASSERT_TRUE(filled.ok()) << filled.error().code << " " << m << " " << constraint.counters().bytes;
      ASSERT_TRUE(beside.mask(truth).ok());
      EXPECT_EQ(mask, truth);
      ++compared;
    }
    // Back into what another growth read, and forth.
    ASSERT_TRUE(session.rollback(30).ok());
    EXPECT_EQ(session.accept_bytes(",\"name3\"").error().code, "byte_not_allowed");
    EXPECT_TRUE(session.accept_bytes(",\"name55\":[]}").ok());
    EXPECT_TRUE(session.can_stop());
  }
  EXPECT_GT(constraint.counters().restarts, 1U);
  EXPECT_EQ(free.counters().restarts, 0U);
  EXPECT_EQ(compared, 12U * 59U);
  // Those that were left behind still stand where they stood.
  for (Session& session : sessions) {
    ASSERT_TRUE(session.rollback(1).ok());
    EXPECT_TRUE(session.accept_bytes("}").ok());
  }
}

// A session that comes back finds its growth left behind and the one after it nearly full: it needs a third.
TEST(Limits, AGrowthThatOthersFilledMeanwhileIsLeftBehindToo) {
  Limits limits;
  limits.constraint_bytes = std::size_t{400} << 10U;
  const Constraint constraint = std::get<Constraint>(compile(R"({"type":"object"})", Policy::spec(), limits));
  Session early(constraint, builtin_vocabulary());
  ASSERT_TRUE(early.accept_bytes("{\"").ok());
  Session busy(constraint, builtin_vocabulary());
  // Short texts: what was written before stays in the growth and is no part of the next.
  for (std::size_t text = 0;
       constraint.counters().restarts < 1 || constraint.counters().bytes < limits.constraint_bytes / 4 * 3;
       ++text) {
    ASSERT_LT(text, 10'000U);
    busy.reset();
    ASSERT_TRUE(busy.accept_bytes("{\"text" + std::to_string(text) + "\":1").ok());
  }
  ASSERT_EQ(constraint.counters().restarts, 1U);
  const std::string name(1'500, 'n');
  const Result<bool> taken = early.accept_bytes(name);
  ASSERT_TRUE(taken.ok()) << taken.error().code << ": " << taken.error().message;
  EXPECT_EQ(constraint.counters().restarts, 2U);
  std::vector<std::uint32_t> mask(early.mask_words());
  EXPECT_TRUE(early.mask(mask).ok());
  EXPECT_TRUE(early.accept_bytes("\":1}").ok());
  EXPECT_TRUE(early.can_stop());
}

// A text that is itself too large has a typed error, stays where it is, and can still be ended.
void fills(const Limits& limits, const std::string& code) {
  auto made = compile(R"({"type":"object"})", Policy::spec(), limits);
  Session session(std::get<Constraint>(made), builtin_vocabulary());
  ASSERT_TRUE(session.accept_bytes("{").ok());
  std::string failed;
  std::size_t members = 0;
  for (; members < 100'000 && failed.empty(); ++members) {
    const Result<bool> taken = session.accept_bytes(member(members));
    if (!taken.ok()) failed = taken.error().code;
  }
  EXPECT_EQ(failed, code);
  EXPECT_GT(members, 50U);
  std::vector<std::uint32_t> mask(session.mask_words());
  const std::vector<bool> allowed = session.allowed_bytes();
  EXPECT_TRUE(allowed['}']);
  EXPECT_TRUE(allowed[',']);
  EXPECT_FALSE(allowed['x']);
  EXPECT_FALSE(session.can_stop());
  EXPECT_EQ(session.finish(), "}");
  ASSERT_TRUE(session.rollback(20).ok());
  EXPECT_TRUE(session.accept_bytes(member(100'000)).ok());
  EXPECT_TRUE(session.mask(mask).ok());
  EXPECT_TRUE(session.accept_bytes("}").ok());
  EXPECT_TRUE(session.can_stop());
}

TEST(Limits, ATextBeyondMemoryHasATypedError) {
  Limits bytes;
  bytes.constraint_bytes = std::size_t{300} << 10U;
  fills(bytes, "limit_constraint_bytes");
  Limits states;
  states.states = 2'000;
  fills(states, "limit_states");
}

TEST(Limits, MasksLeaveNoStatesBehind) {
  const Constraint constraint = std::get<Constraint>(compile(R"({"type":"object"})", Policy::spec(), {}));
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    Session session(constraint, builtin_vocabulary(), path);
    std::vector<std::uint32_t> mask(session.mask_words());
    std::size_t compared = 0;
    for (const char* text : {"{", "\"a", "b\"", ":", "[1", "2,", "\"x", "\"],"}) {
      ASSERT_TRUE(session.accept_bytes(text).ok());
      const std::uint64_t before = constraint.counters().states;
      ASSERT_TRUE(session.mask(mask).ok());
      EXPECT_EQ(constraint.counters().states, before) << text;
      ++compared;
    }
    EXPECT_EQ(compared, 8U);
  }
}

// Tokens that end values and begin others, in two vocabularies: a mask by the second one is not remembered.
Vocabulary with_long_tokens(bool reversed) {
  std::vector<std::string> texts = {"1,",
                                    ",2",
                                    "12",
                                    "3,4",
                                    "],[",
                                    "[1,2],",
                                    ",[3",
                                    "\"a\",",
                                    ",\"b",
                                    "{\"a\":1},",
                                    ",{\"a\":[2],\"b\":",
                                    "{}",
                                    "[]",
                                    ",null",
                                    "true,false",
                                    ":7,",
                                    "c\":{\"d\":5}",
                                    ",0.5",
                                    "1e2,10",
                                    "\":1,\"",
                                    "e\":2}",
                                    "5,6,7,8,9"};
  if (reversed) std::reverse(texts.begin(), texts.end());
  VocabularyBuilder builder("test", {});
  for (TokenId byte = 0; byte < 256; ++byte)
    EXPECT_FALSE(builder.add(byte, std::string(1, static_cast<char>(byte)), TokenKind::byte));
  for (const std::string& text : texts)
    EXPECT_FALSE(builder.add(static_cast<TokenId>(256 + (&text - texts.data())), text, TokenKind::normal));
  return builder.finish().value();
}

struct TextOfASchema {
  const char* schema;
  std::vector<std::string> pieces;
};
const std::vector<TextOfASchema>& texts_with_values() {
  static const std::vector<TextOfASchema> all = {
      {R"({"type":"array","uniqueItems":true})",
       {"[",  "1",       "2",  ",",       "\"a", "b\"",       ",[",        "1,2]",  ",[1", ",",
        "3]", ",{\"a\"", ":1", ",\"b\":", "2}",  ",{\"a\":1", ",\"b\":3}", ",null", ",0.", "5"}},
      {R"({"uniqueItems":true,"type":"array","items":{"enum":[1,2,3,4,5,6,7,8,9,"a",null]},"minItems":5})",
       {"[", "1,", "2", ",\"a\"", ",5", ",", "4,7"}},
      {R"({"uniqueItems":true,"type":"array","items":{"type":"array","items":{"enum":[1,2]},"maxItems":2}})",
       {"[", "[1", "],", "[1,2", "],[", "2,1],", "[]", ",[2", "]"}},
      {R"({"type":"array","not":{"uniqueItems":true},"items":{"type":["integer","array"]}})",
       {"[", "1,2", ",3", ",[4", ",5]", ",[4,", "5]"}},
      {R"({"type":"array","uniqueItems":true,"contains":{"multipleOf":3},"minContains":2,"maxContains":3})",
       {"[", "3", ",4,", "9", ",5,", "12,", "13"}},
      {R"({"type":"array","items":{"uniqueItems":true,"prefixItems":[true,{"const":1}],"minItems":2}})",
       {"[[", "2,1", "],[", "3,1,", "2]", ",[4,"}},
      {R"({"type":"object","propertyNames":{"maxLength":2},"additionalProperties":{"uniqueItems":true}})",
       {"{\"", "a\":[", "1,2", "],\"b", "\":3", ",\"ab\":[1", ",3]"}},
  };
  return all;
}

// What tokens of a mask would have written is given back, and with it what was found out about their values.
// What was found out about the schema stays: so a mask is made once before.
TEST(Limits, MasksLeaveNoValuesBehind) {
  const std::vector<Vocabulary> vocabularies = {with_long_tokens(false), with_long_tokens(true)};
  std::size_t compared = 0;
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    for (const auto& [schema, pieces] : texts_with_values()) {
      for (const Policy& policy : {Policy::spec(), Policy::model(), Policy::canonical()}) {
        const Constraint constraint = std::get<Constraint>(compile(schema, policy, {}));
        Session first(constraint, vocabularies[0], path);
        Session second(constraint, vocabularies[1], path);
        std::vector<std::uint32_t> mask(first.mask_words());
        std::string text;
        for (const std::string& piece : pieces) {
          text += piece;
          ASSERT_TRUE(first.accept_bytes(piece).ok()) << schema << " " << text;
          ASSERT_TRUE(second.accept_bytes(piece).ok()) << schema << " " << text;
          ASSERT_TRUE(first.mask(mask).ok());
          const std::uint64_t before = constraint.counters().bytes;
          ASSERT_TRUE(second.mask(mask).ok());
          ASSERT_EQ(second.allowed_bytes().size(), 256U);
          EXPECT_FALSE(second.accept_bytes("\x01").ok());
          EXPECT_EQ(constraint.counters().bytes, before) << schema << " " << text;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 300U);
}

// A long array with a mask after every item grows by what it grows by without masks.
TEST(Limits, ALongArrayOfDistinctItemsTakesNoMoreWithMasks) {
  const Vocabulary vocabulary = with_long_tokens(false);
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    const auto grown = [&](bool masks) {
      const Constraint constraint =
          std::get<Constraint>(compile(R"({"type":"array","uniqueItems":true})", Policy::spec(), {}));
      Session session(constraint, vocabulary, path);
      std::vector<std::uint32_t> mask(session.mask_words());
      EXPECT_TRUE(session.accept_bytes("[100").ok());
      std::uint64_t half = 0;
      for (int item = 101; item < 180; ++item) {
        if (item == 140) half = constraint.counters().bytes;
        EXPECT_TRUE(session.accept_bytes("," + std::to_string(item)).ok());
        if (masks) {
          EXPECT_TRUE(session.mask(mask).ok());
        }
      }
      return constraint.counters().bytes - half;
    };
    const std::uint64_t without = grown(false);
    const std::uint64_t with = grown(true);
    EXPECT_GT(without, 40U * 100U);
    EXPECT_EQ(with, without);
    std::cout << without << " bytes without masks, " << with << " with\n";
  }
}

struct LimitCase {
  const char* code;
  std::string schema;
  void (*set)(Limits&);
  std::string pointer;
  const char* keyword;
};

TEST(Limits, EachOfACompileNamesItselfAndAPlace) {
  std::string names;
  for (int n = 0; n < 40; ++n) names += (n == 0 ? "\"n" : ",\"n") + std::to_string(n) + "\"";
  const std::string nested =
      repeated(20, R"({"type":"array","minItems":1,"items":)") + "{}" + repeated(20, "}");
  const std::string wide =
      R"({"type":"object","anyOf":[{"properties":{"k":{"type":"string","minLength":1}}},)"
      R"({"properties":{"k":{"type":"string","minLength":2}}},{"properties":{"k":{"type":"string","minLength":3}}}]})";
  const std::vector<LimitCase> cases = {
      {"limit_schema_bytes", R"({"title":"long enough"})", [](Limits& l) { l.schema_bytes = 10; }, "", ""},
      {"limit_schema_depth", R"({"not":{"not":{}}})", [](Limits& l) { l.schema_depth = 2; }, "", ""},
      {"limit_constraint_bytes", R"({"allOf":[)" + repeated(200, "{\"minimum\":1},") + "{}]}",
       [](Limits& l) { l.constraint_bytes = 20'000; }, "", ""},
      {"limit_compile_operations", R"({"type":"object","required":[)" + names + "]}",
       [](Limits& l) { l.compile_operations = 50; }, "/required", "required"},
      {"limit_formula_nodes", R"({"type":"object","required":[)" + names + "]}",
       [](Limits& l) { l.formula_nodes = 30; }, "/required", "required"},
      {"limit_obligations", wide, [](Limits& l) { l.obligations = 2; }, "/anyOf", "anyOf"},
      {"limit_search_steps", R"({"properties":{"a":)" + nested + R"(},"required":["a"],"type":"object"})",
       [](Limits& l) { l.search_steps = 10; }, "/properties", "properties"},
      {"limit_search_depth", nested, [](Limits& l) { l.search_depth = 10; }, "/items", "items"},
      {"limit_search_width",
       R"({"type":"array","prefixItems":[{"anyOf":[{"const":1},{"const":2}]},false],"minItems":2,"anyOf":[)"
       R"({"prefixItems":[{"const":1}]},{"prefixItems":[{"const":2}]}]})",
       [](Limits& l) { l.search_width = 1; }, "/anyOf", "anyOf"},
      {"limit_question_operations", R"({"type":"object","required":[)" + names + "]}",
       [](Limits& l) { l.question_operations = 50; }, "/required", "required"},
      {"limit_instance_depth", nested, [](Limits& l) { l.instance_depth = 10; }, "/items", "items"},
  };
  for (const LimitCase& one : cases) {
    Limits limits;
    one.set(limits);
    const auto made = compile(one.schema, Policy::spec(), limits);
    ASSERT_EQ(made.index(), 1U) << one.code;
    const CompileFault& fault = std::get<CompileFault>(made);
    EXPECT_EQ(fault.status, CompileStatus::limit) << one.code << " " << fault.error.code;
    EXPECT_EQ(fault.error.code, one.code);
    EXPECT_EQ(fault.error.pointer, one.pointer) << one.code;
    EXPECT_EQ(fault.keyword, one.keyword) << one.code;
    EXPECT_FALSE(fault.error.message.empty());
  }
}

// What numbers of a schema ask for is not written out to its end before a limit is named; what asks for
// little compiles, however large its numbers are.
TEST(Limits, HugeNumbersOfASchemaEndAtCompile) {
  const std::string huge = "1000000000000";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"type":"string","minLength":)" + huge + "}", "limit_question_operations"},
      {R"({"type":"string","not":{"maxLength":)" + huge + "}}", "limit_question_operations"},
      {R"({"properties":{"a":{"type":"string","minLength":)" + huge + "}}}", "limit_question_operations"},
      {R"({"type":"array","minItems":)" + huge + "}", "limit_question_operations"},
      {R"({"type":"object","minProperties":)" + huge + "}", "limit_question_operations"},
      {R"({"type":"object","propertyNames":{"minLength":)" + huge + R"(},"minProperties":1})",
       "limit_question_operations"},
      {R"({"type":"object","propertyNames":{"minLength":)" + huge + "}}", "limit_question_operations"},
      {R"({"type":"object","propertyNames":{"maxLength":1},"minProperties":)" + huge + "}",
       "limit_question_operations"},
      {R"({"type":"object","patternProperties":{"^a":{}},"additionalProperties":false,"minProperties":)" +
           huge + "}",
       "limit_question_operations"},
      {R"({"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":)" + huge + "}", "empty"},
      {R"({"type":"object","patternProperties":{"^a$":{}},"additionalProperties":false,"minProperties":)" +
           huge + "}",
       "empty"},
      {R"({"type":"object","patternProperties":{"^a":{}},"additionalProperties":false,"maxProperties":)" +
           huge + "}",
       ""},
      {R"({"type":"string","maxLength":)" + huge + "}", ""},
      {R"({"type":"string","minLength":1000000})", ""},
      {R"({"anyOf":[{"type":"string","minLength":)" + huge + R"(},{"type":"integer"}]})", ""},
  };
  std::size_t compiled = 0;
  for (const auto& [schema, code] : cases) {
    const auto made = compile(schema, Policy::spec(), {});
    const auto* fault = std::get_if<CompileFault>(&made);
    EXPECT_EQ(fault == nullptr ? "" : fault->error.code, code) << schema;
    ++compiled;
  }
  EXPECT_EQ(compiled, 15U);
}

// Every named slot is asked at compile, not only what the root needs: here an optional member.
TEST(Limits, OptionalMembersAreAskedAtCompile) {
  const std::string nested =
      repeated(20, R"({"type":"array","minItems":1,"items":)") + "{}" + repeated(20, "}");
  const std::string schema = R"({"properties":{"a":{"type":"object","properties":{"b":)" + nested + "}}}}";
  Limits limits;
  limits.search_depth = 10;
  const auto made = compile(schema, Policy::spec(), limits);
  ASSERT_EQ(made.index(), 1U);
  EXPECT_EQ(std::get<CompileFault>(made).error.code, "limit_search_depth");
  EXPECT_EQ(std::get<CompileFault>(made).error.pointer, "/properties/a/properties");
}

// Hostile schemas: how long a loop can be without a look at the cancellation.
TEST(Limits, EveryLongLoopLooksAtTheCancellation) {
  std::string names;
  for (int n = 0; n < 3000; ++n)
    names +=
        (n == 0 ? "\"n" : ",\"n") + std::to_string(n) + R"(":{"enum":[)" + std::to_string(n) + ",\"a\"]}";
  std::string branches;
  for (int n = 0; n < 20; ++n) {
    branches += (n == 0 ? "" : ",") + std::string(R"({"properties":{"k":{"minimum":)") + std::to_string(n) +
                R"(},"l":{"maxLength":)" + std::to_string(n) + "}}}";
  }
  std::size_t polls = 0;
  const std::vector<std::string> schemas = {
      R"({"type":"object","properties":{)" + names + "}}",
      R"({"type":"object","required":["k","l"],"anyOf":[)" + branches + "]}",
      R"({"type":"array","items":{"$ref":"#"},"prefixItems":[{"type":"object"},{"minItems":900}],"minItems":2})"};
  for (const std::string& schema : schemas) {
    auto read = read_schema(schema, {}, {}, {}, nullptr);
    ASSERT_EQ(read.index(), 0U);
    ByteMachine machine(std::make_shared<const Schema>(std::move(std::get<Schema>(read))), Policy::spec(),
                        {});
    const auto fault = machine.prepare(nullptr, true);
    if (fault) {
      EXPECT_EQ(fault->status, CompileStatus::limit) << fault->error.code;
    }
    EXPECT_LE(machine.meter().widest(), 3 * Meter::kBetweenPolls) << schema.substr(0, 80);
    polls += machine.meter().polls();
  }
  EXPECT_GT(polls, 100U);
}

TEST(Limits, ACancelledCompileAndMaskSaySo) {
  Cancellation cancellation;
  cancellation.cancel();
  const auto made = compile_schema("true", {}, {}, Policy::spec(), {}, &cancellation);
  ASSERT_EQ(made.index(), 1U);
  EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::cancelled);
  Session session(std::get<Constraint>(compile("true", Policy::spec(), {})), builtin_vocabulary());
  std::vector<std::uint32_t> mask(session.mask_words());
  EXPECT_EQ(session.mask(mask, &cancellation).error().code, "cancelled");
  EXPECT_TRUE(session.mask(mask).ok());
}

}  // namespace
}  // namespace lockstep::engine
