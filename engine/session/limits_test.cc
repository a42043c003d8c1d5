// Limits hold: budgets make masks smaller and never leave a text without a way on; each limit of a
// compile names itself and a place. Memory: memory_test.cc.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "lockstep/engine/machine/byte_machine.h"
#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/session/session.h"
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
