// The conflict that the engine tells of an empty schema, proved by the oracle: alone it admits nothing, and
// without any one of its pointers something is admitted.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {
namespace {

const std::set<std::string> kAssertions = {
    "type",      "enum",     "const",    "minimum", "maximum",          "required",        "minLength",
    "maxLength", "minItems", "maxItems", "$ref",    "exclusiveMinimum", "exclusiveMaximum"};

std::string below(const std::string& pointer, const std::string& name) {
  std::string out = pointer + "/";
  for (const char c : name) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

// Takes every assertion, reference and `false` away whose pointer is not to be kept.
void keep_only(Tree& schema, const std::string& pointer, const std::set<std::string>& kept) {
  if (schema.kind == TreeKind::boolean) {
    if (!kept.contains(pointer)) schema = Tree::of(true);
    return;
  }
  std::erase_if(schema.members, [&](const auto& member) {
    return kAssertions.contains(member.first) && !kept.contains(below(pointer, member.first));
  });
  for (auto& [keyword, value] : schema.members) {
    const std::string here = below(pointer, keyword);
    if (keyword == "properties" || keyword == "$defs") {
      for (auto& [name, part] : value.members) keep_only(part, below(here, name), kept);
    } else if (keyword == "allOf" || keyword == "anyOf" || keyword == "prefixItems") {
      for (std::size_t i = 0; i < value.items.size(); ++i)
        keep_only(value.items[i], below(here, std::to_string(i)), kept);
    } else if (keyword == "items" || keyword == "additionalProperties") {
      keep_only(value, here, kept);
    }
  }
}

oracle::Answer any_text(const Tree& schema, const std::set<std::string>& kept) {
  Tree relaxed = schema;
  keep_only(relaxed, "", kept);
  const auto truth = oracle::PrefixOracle::make(write_tree(relaxed), {}, {}, {});
  EXPECT_TRUE(truth.ok()) << write_tree(relaxed);
  return truth.ok() ? truth.value().viable("") : oracle::Answer::unknown("unread");
}

TEST(ConflictOfGeneratedSchemas, IsIrreducibleByTheOracle) {
  const auto subject = make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  Choices choices(seeded_bytes(11));
  std::size_t empty = 0;
  std::size_t pointers = 0;
  std::size_t largest = 0;
  std::size_t unknown = 0;
  for (int i = 0; i < 1500; ++i) {
    const Tree schema = generate_enforced_schema(choices, Denial::never).root;
    const CompileReply reply = subject->start(write_tree(schema)).compile;
    if (reply.outcome != Compile::empty) continue;
    ++empty;
    largest = std::max(largest, reply.conflict.size());
    const std::set<std::string> conflict(reply.conflict.begin(), reply.conflict.end());
    ASSERT_EQ(conflict.size(), reply.conflict.size());
    const oracle::Answer alone = any_text(schema, conflict);
    unknown += alone.is_unknown() ? 1U : 0U;
    EXPECT_FALSE(alone.is_yes()) << reply.message << "\n" << write_tree(schema);
    for (const std::string& pointer : conflict) {
      std::set<std::string> fewer = conflict;
      fewer.erase(pointer);
      const oracle::Answer without = any_text(schema, fewer);
      unknown += without.is_unknown() ? 1U : 0U;
      EXPECT_FALSE(without.is_no()) << pointer << " is not needed: " << reply.message << "\n"
                                    << write_tree(schema);
      ++pointers;
    }
  }
  fmt::print("{} empty schemas, {} pointers, the largest conflict has {}, {} unknown\n", empty, pointers,
             largest, unknown);
  EXPECT_GE(empty, 200U);
  EXPECT_GE(pointers, 400U);
  EXPECT_GE(largest, 5U);
  EXPECT_EQ(unknown, 0U);
}

}  // namespace
}  // namespace lockstep::conformance
