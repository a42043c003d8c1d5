// RapidCheck draws schema, vocabulary and way; the laws and the oracle judge the engine.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/generate/vocabulary_generator.h"
#include "lockstep/conformance/subject/oracle_masks.h"
#include "lockstep/conformance/walk/byte_choice.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/place.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Apart from one another, so that each shrinks by itself: shorter lists are simpler schemas, vocabularies,
// ways.
struct Drawn {
  Bytes schema;
  Bytes vocabulary;
  Bytes way;
};

Drawn draw() {
  const auto bytes = [] { return *rc::gen::resize(800, rc::gen::arbitrary<Bytes>()); };
  Drawn drawn;
  drawn.schema = bytes();
  drawn.vocabulary = bytes();
  drawn.way = bytes();
  return drawn;
}

Choices choices_of(const Bytes& bytes) { return Choices(bytes_then_zeros(bytes.data(), bytes.size())); }

// A case: schema, vocabulary, policy, and the engine's start.
struct World {
  GeneratedSchema schema;
  std::string text;
  EngineSettings settings;
  std::variant<engine::Constraint, engine::CompileFault> compiled;

  const engine::Constraint* constraint() const { return std::get_if<engine::Constraint>(&compiled); }
  std::unique_ptr<WalkSession> session(engine::MaskPath path = engine::MaskPath::memo) const {
    EngineSettings with = settings;
    with.path = path;
    return make_engine_walk_session(*constraint(), with);
  }
};

GeneratedSchema schema_of(Choices& choices) {
  if (choices.chance(60)) return generate_enforced_schema(choices);
  GeneratedSchema schema = generate_schema(choices);
  keep_enforced(schema);
  return schema;
}

World world_of(const Drawn& drawn) {
  Choices schema_choices = choices_of(drawn.schema);
  Choices vocabulary_choices = choices_of(drawn.vocabulary);
  static const std::vector<engine::Policy> kPolicies = {engine::Policy::canonical(), engine::Policy::model(),
                                                        engine::Policy::spec()};
  const engine::Policy& policy = vocabulary_choices.pick(kPolicies);
  GeneratedSchema schema = schema_of(schema_choices);
  std::string text = write_tree(schema.root);
  EngineSettings settings{policy, {}, generate_vocabulary(vocabulary_choices), engine::MaskPath::memo};
  auto compiled = engine::compile_schema(text, {}, {}, policy, settings.limits);
  return {std::move(schema), std::move(text), std::move(settings), std::move(compiled)};
}

using Visit = std::function<void(WalkSession& here, const std::string& prefix)>;

// Byte by byte from the start, visiting every prefix: at random, or along an instance around the schema's
// edge.
void visit_prefixes(const World& world, WalkSession& start, std::size_t most, Choices& choices,
                    const Visit& visit) {
  std::string along;
  if (choices.chance(50)) {
    Tree tree = build_instance(world.schema, choices);
    along = choices.chance(30) ? write_tree_spelled(tree, choices) : write_tree(tree);
  }
  const bool dwell = choices.chance(50);
  const auto session = start.fork();
  std::string prefix;
  for (std::size_t step = 0;; ++step) {
    visit(*session, prefix);
    if (step == most) return;
    std::optional<std::uint8_t> next = choose_byte(session->allowed_bytes(), choices, dwell);
    if (prefix.size() < along.size()) next = static_cast<std::uint8_t>(along[prefix.size()]);
    if (!next) return;
    const std::string byte(1, static_cast<char>(*next));
    if (!session->accept_bytes(byte)) return;
    prefix += byte;
  }
}

void report(const World& world, const std::string& prefix, const std::vector<Finding>& found) {
  for (const Finding& one : found) {
    RC_LOG() << one.check << ": " << one.detail << "; at \"" << shown_bytes(prefix) << "\"\n  schema "
             << world.text << "\n  policy " << engine::canonical_text(world.settings.policy) << "\n";
  }
  RC_ASSERT(found.empty());
}

void print(const char* what, const LawCounts& counts) {
  fmt::print("{}:", what);
  for (const auto& [law, count] : counts) fmt::print(" {} {}", law, count);
  fmt::print("\n");
}

TEST(LawsProperty, HoldAtEveryPrefixOfGeneratedSchemasAndVocabularies) {
  LawCounts counts;
  std::size_t walked = 0;
  std::array<std::size_t, kPlaces> places{};
  EXPECT_TRUE(rc::check("the laws hold", [&] {
    const Drawn drawn = draw();
    const World world = world_of(drawn);
    if (world.constraint() == nullptr) return;
    ++walked;
    Choices choices = choices_of(drawn.way);
    const BytePath byte_path(world.settings.vocabulary);
    const auto start = world.session();
    visit_prefixes(world, *start, 12, choices, [&](WalkSession& session, const std::string& prefix) {
      ++places[static_cast<std::size_t>(place_of(prefix))];
      const auto here = session.fork();
      std::vector<Finding> found;
      check_laws(byte_path, *start, *here, prefix, here->mask(), choices, found, counts);
      report(world, prefix, found);
    });
  }));
  print("laws", counts);
  EXPECT_GE(walked, 100U);
  for (const std::string& law : law_names()) EXPECT_GE(counts[law], 300U) << law;
  for (const PrefixPlace place : all_places())
    EXPECT_GE(places[static_cast<std::size_t>(place)], 5U) << name(place);
}

// Memo empty or filled, the memo or every token by itself, a later session of one constraint or the first of
// another: one answer.
TEST(LawsProperty, ColdIsWarmAndTwoCompilesAreOne) {
  LawCounts counts;
  std::size_t faults = 0;
  EXPECT_TRUE(rc::check("cold is warm", [&] {
    const Drawn drawn = draw();
    const World world = world_of(drawn);
    const World again = world_of(drawn);
    RC_ASSERT((world.constraint() == nullptr) == (again.constraint() == nullptr));
    if (world.constraint() == nullptr) {
      const auto& fault = std::get<engine::CompileFault>(world.compiled);
      const auto& same = std::get<engine::CompileFault>(again.compiled);
      ++faults;
      RC_ASSERT(fault.status == same.status && fault.error.code == same.error.code);
      RC_ASSERT(fault.error.pointer == same.error.pointer && fault.conflict == same.conflict);
      return;
    }
    RC_ASSERT(world.constraint()->identity() == again.constraint()->identity());
    Choices choices = choices_of(drawn.way);
    const auto warm = world.session();
    std::vector<Seen> seen;
    for (int walk = 0; walk < 2; ++walk) {
      visit_prefixes(world, *warm, 10, choices, [&](WalkSession& session, const std::string& prefix) {
        seen.push_back(look(*session.fork(), prefix));
      });
    }
    std::vector<Finding> found;
    check_cold(*again.session(), seen, choices, "cold", found, counts);
    check_cold(*world.session(), seen, choices, "second_session", found, counts);
    check_cold(*world.session(engine::MaskPath::tokens), seen, choices, "slow_path", found, counts);
    check_cold(*again.session(), seen, choices, "second_compile_warm", found, counts);
    report(world, "", found);
  }));
  print("cold", counts);
  EXPECT_GE(faults, 5U);
  for (const char* law : {"cold", "second_session", "slow_path", "second_compile_warm"})
    EXPECT_GE(counts[law], 1000U) << law;
}

// Every bit of the vocabulary and the stop bit, where the oracle can tell.
TEST(LawsProperty, StopBitsAndMasksAreTheOracles) {
  std::size_t stops = 0;
  std::size_t complete = 0;
  std::size_t tokens = 0;
  std::size_t set = 0;
  std::size_t unknown = 0;
  EXPECT_TRUE(rc::check("masks are true", [&] {
    const Drawn drawn = draw();
    const World world = world_of(drawn);
    const auto truth =
        oracle::PrefixOracle::make(world.text, {}, {}, oracle_policy_of(world.settings.policy).value());
    RC_ASSERT(truth.ok());
    if (world.constraint() == nullptr) return;
    Choices choices = choices_of(drawn.way);
    const std::vector<oracle::FilterToken> filter = filter_tokens_of(world.settings.vocabulary);
    const auto start = world.session();
    visit_prefixes(world, *start, 16, choices, [&](WalkSession& session, const std::string& prefix) {
      const oracle::Answer end = truth.value().complete(prefix);
      unknown += end.is_unknown() ? 1U : 0U;
      stops += end.is_unknown() ? 0U : 1U;
      complete += end.is_yes() ? 1U : 0U;
      std::vector<Finding> found;
      if (!end.is_unknown() && session.can_stop() != end.is_yes())
        found.push_back({Verdict::over_accept, "stop_bit", end.is_yes() ? "is a text" : "is no text"});
      if (choices.chance(25)) {
        const std::vector<std::uint32_t> mask = session.mask();
        const std::vector<oracle::Answer> right = oracle::filter_tokens(truth.value(), prefix, filter);
        for (std::uint32_t id = 0; id < right.size(); ++id) {
          unknown += right[id].is_unknown() ? 1U : 0U;
          if (right[id].is_unknown()) continue;
          ++tokens;
          set += right[id].is_yes() ? 1U : 0U;
          if (bit(mask, id) != right[id].is_yes())
            found.push_back({Verdict::mask_too_wide, "token_filter", fmt::format("token {}", id)});
        }
      }
      report(world, prefix, found);
    });
  }));
  fmt::print("stop bits {} ({} set), tokens {} ({} set), unknown {}\n", stops, complete, tokens, set,
             unknown);
  EXPECT_GE(stops, 1000U);
  EXPECT_GE(complete, 100U);
  EXPECT_GE(tokens, 50'000U);
  EXPECT_GE(set, 3000U);
  EXPECT_LE(unknown * 100, stops + tokens);
}

}  // namespace
}  // namespace lockstep::conformance
