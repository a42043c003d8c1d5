// The conflict that the engine tells of an empty schema, proved by the oracle: alone it admits nothing, and
// without any one of its pointers something is admitted.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/schema_positions.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {
namespace {

// What can be taken away by itself: conflict.h of the engine says so.
const std::set<std::string> kParts = {"type",
                                      "enum",
                                      "const",
                                      "minimum",
                                      "maximum",
                                      "exclusiveMinimum",
                                      "exclusiveMaximum",
                                      "multipleOf",
                                      "minLength",
                                      "maxLength",
                                      "pattern",
                                      "minItems",
                                      "maxItems",
                                      "uniqueItems",
                                      "contains",
                                      "minContains",
                                      "maxContains",
                                      "required",
                                      "dependentRequired",
                                      "minProperties",
                                      "maxProperties",
                                      "not",
                                      "oneOf",
                                      "$ref"};

std::string below(const std::string& pointer, const std::string& name) {
  return (nlohmann::json::json_pointer(pointer) / name).to_string();
}

// Takes every part away whose pointer is not to be kept, but for the subschemas that some way through `not`,
// `if`, `oneOf` or a counted `contains` leads to: there less said can forbid more.
class Relaxed {
 public:
  Relaxed(const Tree& schema, const std::set<std::string>& kept) : root_(schema), kept_(kept) {
    visit(root_, false);
    relax(root_, "");
  }

  std::string text() const { return write_tree(root_); }

 private:
  void visit(Tree& schema, bool inside) {
    if (inside ? !inside_.insert(&schema).second : !visited_.insert(&schema).second) return;
    for (auto& [keyword, value] : schema.members) {
      const bool turned = keyword == "not" || keyword == "if" || keyword == "oneOf" ||
                          (keyword == "contains" && schema.find("maxContains") != nullptr);
      if (keyword == "$ref") visit(target(value.text), inside);
      if (keyword == "$defs") continue;
      visit_subschemas(keyword, value, [&, turned = turned](Tree& part) { visit(part, inside || turned); });
    }
  }

  // "#" or "#/$defs/NAME": the generator writes no others.
  Tree& target(const std::string& reference) {
    if (reference == "#") return root_;
    return *root_.find("$defs")->find(reference.substr(reference.rfind('/') + 1));
  }

  void relax(Tree& schema, const std::string& pointer) {
    const bool fixed = inside_.contains(&schema);
    if (schema.kind == TreeKind::boolean) {
      if (!fixed && !kept_.contains(pointer)) schema = Tree::of(true);
      return;
    }
    for (auto& [keyword, value] : schema.members) {
      const std::string here = below(pointer, keyword);
      if (value.kind == TreeKind::array) {
        std::size_t i = 0;
        visit_subschemas(keyword, value, [&](Tree& part) { relax(part, below(here, std::to_string(i++))); });
      } else if (keyword != "enum" && keyword != "const") {
        relax_value(keyword, value, here);
      }
    }
    if (fixed) return;
    std::erase_if(schema.members, [&](const auto& member) {
      return kParts.contains(member.first) && !kept_.contains(below(pointer, member.first));
    });
  }

  void relax_value(const std::string& keyword, Tree& value, const std::string& here) {
    visit_subschemas(keyword, value, [&](Tree& part) {
      if (&part == &value) return relax(part, here);
      const auto member = std::find_if(value.members.begin(), value.members.end(),
                                       [&](const auto& one) { return &one.second == &part; });
      relax(part, below(here, member->first));
    });
  }

  Tree root_;
  const std::set<std::string>& kept_;
  std::set<const Tree*> visited_;
  std::set<const Tree*> inside_;
};

oracle::Answer any_text(const Tree& schema, const std::set<std::string>& kept) {
  const std::string text = Relaxed(schema, kept).text();
  const auto truth = oracle::PrefixOracle::make(text, {}, {}, {});
  EXPECT_TRUE(truth.ok()) << text;
  return truth.ok() ? truth.value().viable("") : oracle::Answer::unknown("unread");
}

struct Conflicts {
  std::size_t empty = 0;  // schemas
  std::size_t pointers = 0;
  std::size_t largest = 0;
  std::size_t questions = 0;
  std::map<std::string, std::size_t> unknown;
  std::map<std::string, std::size_t> by_keyword;  // pointers that end in it
};

void judge(const Tree& schema, const CompileReply& reply, Conflicts& tally) {
  ++tally.empty;
  tally.largest = std::max(tally.largest, reply.conflict.size());
  const std::set<std::string> conflict(reply.conflict.begin(), reply.conflict.end());
  ASSERT_EQ(conflict.size(), reply.conflict.size());
  const auto ask = [&](const std::set<std::string>& kept) {
    const oracle::Answer answer = any_text(schema, kept);
    ++tally.questions;
    if (answer.is_unknown()) ++tally.unknown[answer.reason.substr(0, answer.reason.find(':'))];
    return answer;
  };
  EXPECT_FALSE(ask(conflict).is_yes()) << reply.message << "\n" << write_tree(schema);
  for (const std::string& pointer : conflict) {
    std::set<std::string> fewer = conflict;
    fewer.erase(pointer);
    EXPECT_FALSE(ask(fewer).is_no()) << pointer << " is not needed: " << reply.message << "\n"
                                     << write_tree(schema);
    ++tally.pointers;
    ++tally.by_keyword[pointer.substr(pointer.rfind('/') + 1)];
  }
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

Conflicts judge_conflicts(Denial denial, std::uint64_t seed) {
  seed = number_from("LOCKSTEP_SEED", seed);
  const std::uint64_t schemas = number_from("LOCKSTEP_SCHEMAS", 1500);
  const auto subject = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  Choices choices(seeded_bytes(seed));
  Conflicts tally;
  for (std::uint64_t i = 0; i < schemas; ++i) {
    const Tree schema = generate_enforced_schema(choices, denial).root;
    const CompileReply reply = subject->start(write_tree(schema)).compile;
    if (reply.outcome == Compile::empty) judge(schema, reply, tally);
  }
  fmt::print("seed {}: {} empty schemas, {} pointers, the largest conflict has {}, {} questions\n", seed,
             tally.empty, tally.pointers, tally.largest, tally.questions);
  for (const auto& [reason, count] : tally.unknown) fmt::print("  unknown, {}: {}\n", reason, count);
  for (const auto& [keyword, count] : tally.by_keyword) fmt::print("  {} {}\n", keyword, count);
  return tally;
}

TEST(ConflictOfGeneratedSchemas, IsIrreducibleByTheOracle) {
  const Conflicts tally = judge_conflicts(Denial::never, 11);
  EXPECT_GE(tally.empty, 200U);
  EXPECT_GE(tally.pointers, 400U);
  EXPECT_GE(tally.largest, 5U);
  EXPECT_TRUE(tally.unknown.empty());
}

// Booleans, dependencies, counts, patterns: what makes a schema empty for not holding.
TEST(ConflictOfGeneratedSchemas, IsIrreducibleWithBooleansToo) {
  const Conflicts tally = judge_conflicts(Denial::any, 12);
  EXPECT_GE(tally.empty, 200U);
  EXPECT_GE(tally.pointers, 400U);
  EXPECT_GE(tally.largest, 5U);
  for (const char* keyword : {"not", "oneOf", "contains", "pattern"})
    EXPECT_GE(tally.by_keyword.contains(keyword) ? tally.by_keyword.at(keyword) : 0, 5U) << keyword;
  std::size_t unknown = 0;
  for (const auto& [reason, count] : tally.unknown) unknown += count;
  EXPECT_LE(unknown * 100, tally.questions);
}

}  // namespace
}  // namespace lockstep::conformance
