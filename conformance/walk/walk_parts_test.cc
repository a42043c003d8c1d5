// The parts of a walk by themselves: facts, figures and floors, prefixes, work in order, reproducers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/vocabulary/hostile_vocabulary.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/ordered_work.h"
#include "lockstep/conformance/walk/prefix_choice.h"
#include "lockstep/conformance/walk/prefix_facts.h"
#include "lockstep/conformance/walk/reproducer.h"
#include "lockstep/conformance/walk/walk_figures.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using testing::HasSubstr;

std::unique_ptr<WalkSubject> engine_subject(const engine::Vocabulary& vocabulary) {
  return make_engine_walk_subject({engine::Policy::spec(), {}, vocabulary, engine::MaskPath::memo});
}

PrefixFacts some_facts(PrefixPlace place, bool dense, bool full) {
  PrefixFacts facts;
  facts.place = place;
  facts.bits = 250;
  facts.unknown = 7;
  facts.mask = {dense ? "00000000000000aa" : "00000000000000bb", dense ? 100U : 1U, dense};
  if (full) facts.full = {500, 14};
  facts.why = {{"keyword: contains", 21}};
  for (const std::string& law : law_names()) facts.laws[law] = 1;
  facts.laws["cold"] = 2;
  return facts;
}

reports::Case some_case(const std::string& id, const PrefixFacts& facts) {
  return {.id = id, .keywords = {"type", "enum"}, .verdict = "agree", .got = to_text(facts)};
}

TEST(PrefixFacts, AreReadBackAsTheyWereWritten) {
  PrefixFacts facts = some_facts(PrefixPlace::escape, true, true);
  facts.found = {{"mask_too_wide by next_byte", 2}};
  facts.valid_texts = 3;
  facts.invalid_texts = 1;
  facts.audit = {{"{\"\u00e9\":1}", true}, {"7", false}};
  const auto read = facts_of(to_text(facts));
  ASSERT_TRUE(read);
  EXPECT_EQ(to_text(*read), to_text(facts));
  EXPECT_EQ(read->place, PrefixPlace::escape);
  EXPECT_EQ(read->full->unknown, 14U);
  EXPECT_EQ(read->found.size(), 1U);
  EXPECT_EQ(read->valid_texts, 3U);
  EXPECT_EQ(read->invalid_texts, 1U);
  ASSERT_EQ(read->audit.size(), 2U);
  EXPECT_EQ(read->audit[0].bytes, "{\"\u00e9\":1}");
  EXPECT_TRUE(read->audit[0].valid);
  EXPECT_FALSE(read->audit[1].valid);
  EXPECT_EQ(to_text(PrefixFacts{}), R"({"place":"structure","bits":0,"unknown":0})");
  for (const char* text : {"", "empty", "{", "[]", "{}", R"({"place":"moon","bits":1,"unknown":0})"})
    EXPECT_FALSE(facts_of(text)) << text;
}

TEST(WalkFigures, AreCountedFromCases) {
  WalkFigures figures;
  figures.add(some_case("walk/1/0/0", some_facts(PrefixPlace::string, true, true)));
  figures.add(some_case("walk/1/0/1", some_facts(PrefixPlace::number, false, false)));
  figures.add({.id = "walk/1/1", .verdict = "agree", .got = "empty"});
  figures.add({.id = "walk/1/2", .verdict = "refused", .refused_by = "pattern"});
  figures.add(some_case("walk/1/3/0", some_facts(PrefixPlace::string, true, false)));
  EXPECT_EQ(figures.schemas, 4U);
  EXPECT_EQ(figures.walked, 2U);
  EXPECT_EQ(figures.empty, 1U);
  EXPECT_EQ(figures.prefixes, 3U);
  EXPECT_EQ(figures.bits, 750U);
  EXPECT_EQ(figures.unknown_bits, 21U);
  EXPECT_EQ(figures.masks, 3U);
  EXPECT_EQ(figures.distinct_masks, 2U);
  EXPECT_EQ(figures.dense_masks, 2U);
  EXPECT_EQ(figures.full_masks, 1U);
  EXPECT_EQ(figures.full_in_strings, 1U);
  EXPECT_EQ(figures.tokens, 500U);
  EXPECT_EQ(figures.places[static_cast<std::size_t>(PrefixPlace::string)], 2U);
  EXPECT_EQ(figures.by_keyword.at("enum"), (KeywordCoverage{3, 3, 1, 3 * 257 + 514, 35, 0}));
  EXPECT_EQ(figures.by_keyword.at("pattern"), (KeywordCoverage{0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(figures.unknown.at("keyword: contains"), 63U);
}

TEST(WalkFigures, EachFloorBitesByItself) {
  WalkFigures figures;
  std::size_t n = 0;
  for (const PrefixPlace place : all_places()) {
    for (int i = 0; i < 40; ++i) {
      figures.add(some_case("walk/1/" + std::to_string(n % 60) + "/" + std::to_string(n),
                            some_facts(place, in_string(place) && i % 2 == 0, i < 8)));
      ++n;
    }
  }
  const WalkFloors reached{60, 280, 280, 56, 25};
  EXPECT_EQ(too_little(figures, reached), "");
  EXPECT_TRUE(figures.reached(reached));
  const auto lack = [&](WalkFloors floors) { return too_little(figures, floors); };
  EXPECT_THAT(lack({10'000, 280, 280, 56, 25}), HasSubstr("schemas walked"));
  EXPECT_THAT(lack({60, 281, 280, 56, 25}), HasSubstr("prefixes at byte level 280, must be at least 281"));
  EXPECT_THAT(lack({60, 280, 281, 56, 25}), HasSubstr("masks compared with the byte path"));
  EXPECT_THAT(lack({60, 280, 280, 57, 25}), HasSubstr("masks compared in full"));
  EXPECT_THAT(lack({60, 280, 280, 56, 29}), HasSubstr("dense"));
  EXPECT_FALSE(figures.reached({60, 281, 280, 56, 25}));
  WalkFigures lawless;
  for (std::size_t i = 0; i < 300; ++i) {
    PrefixFacts facts = some_facts(all_places()[i % kPlaces], true, true);
    facts.laws.erase("fork");
    lawless.add(some_case("walk/1/0/" + std::to_string(i), facts));
  }
  EXPECT_EQ(too_little(lawless, {}), "a law that never compared anything: fork");
  WalkFigures no_escape;
  for (std::size_t i = 0; i < 300; ++i)
    no_escape.add(some_case("walk/1/0/" + std::to_string(i), some_facts(PrefixPlace::string, true, true)));
  EXPECT_THAT(too_little(no_escape, {}), HasSubstr("no prefix ends in"));
}

// A keyword that the generator no longer writes must not go unnoticed; one that is refused is told as such.
TEST(WalkFigures, EachKeywordHasItsFloor) {
  const auto figures_without = [](const std::string& left_out, std::size_t prefixes, bool refused) {
    WalkFigures figures;
    for (std::size_t i = 0; i < 3; ++i) {
      reports::Case one =
          some_case("walk/1/0/" + std::to_string(i), some_facts(PrefixPlace::name, false, false));
      one.keywords.clear();
      for (const std::string& keyword : generated_keywords()) {
        if (keyword != left_out || i < prefixes) one.keywords.push_back(keyword);
      }
      figures.add(one);
    }
    if (refused) figures.add({.id = "walk/1/1", .verdict = "refused", .refused_by = left_out});
    return figures;
  };
  WalkFloors floors;
  floors.per_keyword = 3;
  EXPECT_EQ(too_little(figures_without("", 0, false), floors), "");
  std::size_t checked = 0;
  for (const std::string& keyword : generated_keywords()) {
    if (is_refused_keyword(keyword)) continue;
    EXPECT_EQ(too_little(figures_without(keyword, 0, false), floors),
              "prefixes under " + keyword + " 0, must be at least 3");
    EXPECT_EQ(too_little(figures_without(keyword, 0, true), floors), "");
    EXPECT_EQ(too_little(figures_without(keyword, 2, true), floors),
              "prefixes under " + keyword + " 2, must be at least 3");
    EXPECT_EQ(too_little(figures_without(keyword, 0, false), {}), "");
    ++checked;
  }
  EXPECT_GE(checked, 56U);
}

TEST(PrefixChoice, PrefixesAreDistinctAndAsManyAsAskedForWhereTheLanguageHasThem) {
  const auto subject = engine_subject(engine::builtin_vocabulary());
  std::size_t full_schemas = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Choices choices(seeded_bytes(seed));
    const GeneratedSchema schema = generate_enforced_schema(choices);
    const WalkStart started = subject->start(write_tree(schema.root));
    if (!started.session) continue;
    std::vector<std::string> refused;
    std::vector<ChosenPrefix> prefixes = choose_prefixes(*started.session, schema, 50, choices, refused);
    std::set<std::string> distinct;
    for (const ChosenPrefix& one : prefixes) {
      distinct.insert(one.bytes);
      EXPECT_TRUE(one.broken.empty());
      const auto fork = started.session->fork();
      EXPECT_TRUE(one.bytes.empty() || fork->accept_bytes(one.bytes)) << one.bytes;
    }
    EXPECT_EQ(distinct.size(), prefixes.size());
    EXPECT_EQ(prefixes.front().bytes, "");
    EXPECT_LE(prefixes.size(), 50U);
    full_schemas += prefixes.size() == 50 ? 1U : 0U;
    choose_masks(prefixes, 10, 2, true, choices);
    const auto count = [&](bool ChosenPrefix::* flag) {
      return std::count_if(prefixes.begin(), prefixes.end(),
                           [&](const ChosenPrefix& one) { return one.*flag; });
    };
    EXPECT_EQ(count(&ChosenPrefix::mask), std::min<std::ptrdiff_t>(10, std::ssize(prefixes)));
    EXPECT_LE(count(&ChosenPrefix::full), 2);
  }
  EXPECT_GE(full_schemas, 25U);
}

TEST(OrderedWork, IsTakenInTheOrderOfItsClaimsWhateverTheThreads) {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    std::size_t next = 0;
    std::vector<std::size_t> taken;
    do_in_order<std::size_t, std::size_t>(
        threads,
        [&]() -> std::optional<std::size_t> { return next < 500 ? std::optional(next++) : std::nullopt; },
        [](std::size_t task) {
          if (task % 7 == 0) std::this_thread::yield();
          return task * 3;
        },
        [&](std::size_t task, std::size_t done) {
          EXPECT_EQ(done, task * 3);
          taken.push_back(task);
          return task < 299;
        });
    ASSERT_EQ(taken.size(), 300U) << threads;
    EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end()));
  }
}

TEST(OrderedWork, AnExceptionEndsItAndIsThrownAgain) {
  std::size_t next = 0;
  EXPECT_THROW((do_in_order<std::size_t, int>(
                   3, [&]() -> std::optional<std::size_t> { return next++; },
                   [](std::size_t task) { return task == 20 ? throw std::runtime_error("20") : 0; },
                   [](std::size_t, int) { return true; })),
               std::runtime_error);
}

// Against every token by itself from a fresh fork.
TEST(BytePath, IsWhatEveryTokenByItselfSays) {
  const engine::Vocabulary vocabulary = hostile_vocabulary(3);
  const BytePath byte_path(vocabulary);
  EXPECT_GE(byte_path.beginnings(), 300'000U);
  const auto subject = engine_subject(vocabulary);
  const WalkStart started =
      subject->start(R"({"type":["object","string"],"properties":{"":{"type":"integer"}}})");
  ASSERT_TRUE(started.session);
  std::size_t set = 0;
  for (const std::string prefix : {"", "\"a", "\"\\", "{\"", "{\"\":1", "\"\xe4\xb8"}) {
    const auto here = started.session->fork();
    ASSERT_TRUE(prefix.empty() || here->accept_bytes(prefix));
    const std::vector<std::uint32_t> mask = byte_path.mask(*here);
    for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
      const auto fork = here->fork();
      const bool allowed = vocabulary.is_text(id)   ? fork->accept_bytes(vocabulary.bytes(id))
                           : vocabulary.is_stop(id) ? fork->can_stop()
                                                    : false;
      ASSERT_EQ(bit(mask, id), allowed) << id << " after " << prefix;
      set += allowed ? 1U : 0U;
    }
    EXPECT_EQ(byte_path.mask(*here), mask) << "the session is where it was";
  }
  EXPECT_GE(set, 3'000U);
}

TEST(Reproducer, BytesAreEscapedAndReadBack) {
  const std::string bytes = "\"\\x41\x01\xc3\xa9'";
  EXPECT_EQ(escaped_bytes(bytes), "\"\\\\x41\\x01\\xC3\\xA9'");
  EXPECT_EQ(unescaped_bytes(escaped_bytes(bytes)), bytes);
  for (const char* text : {"\\", "\\n", "\\x4", "\\xG0"}) EXPECT_FALSE(unescaped_bytes(text)) << text;
  EXPECT_EQ(command_of({R"({"const":"it's"})", "\"\\", {}}, "--policy model"),
            R"(lockstep walk --schema-text '{"const":"it'\''s"}' --prefix '"\\' --policy model)");
}

// An engine that takes every maximum for one more.
class OneMore final : public WalkSubject {
 public:
  explicit OneMore(std::unique_ptr<WalkSubject> inner) : inner_(std::move(inner)) {}
  std::string name() const override { return "one_more"; }
  WalkStart start(std::string_view schema) override {
    std::string text(schema);
    for (std::size_t at = text.find("\"maximum\":3"); at != std::string::npos;
         at = text.find("\"maximum\":3", at))
      text.replace(at, 11, "\"maximum\":4");
    return inner_->start(text);
  }

 private:
  std::unique_ptr<WalkSubject> inner_;
};

TEST(Reproducer, ANestedFailureBecomesItsSchemaAndItsByte) {
  OneMore subject(engine_subject(engine::builtin_vocabulary()));
  const BytePath byte_path(engine::builtin_vocabulary());
  const PrefixJudge judge(byte_path, {});
  const WalkFailure failure{
      0,
      R"({"title":"t","properties":{"a":{"items":{"anyOf":[{"type":"integer","minimum":1,"maximum":3},{"type":"null"}]}},"b":{}},"required":["b"]})",
      R"({"b":"long text","a":[1,null,4)",
      {Verdict::over_accept, "stop_bit", ""}};
  // At the top there is no end after 4; what differs is the byte before.
  WalkFailure byte = failure;
  byte.prefix = R"({"b":"long text","a":[1,null,)";
  byte.finding = {Verdict::mask_too_wide, "next_byte", ""};
  const Reproducer small = shrink_failure(subject, judge, {}, byte);
  EXPECT_EQ(small.schema, R"({"minimum":1,"maximum":3})");
  EXPECT_EQ(small.prefix, "");
  EXPECT_EQ(small.finding.check, "next_byte");
  EXPECT_THAT(small.finding.detail, HasSubstr("byte 4"));
  // What does not fail again comes back.
  EXPECT_EQ(shrink_failure(subject, judge, {}, failure).schema, failure.schema);
}

}  // namespace
}  // namespace lockstep::conformance
