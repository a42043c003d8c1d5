#include "lockstep/engine/policy/policy.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

TEST(Policy, PresetsAreTheColumnsOfTheNorm) {
  EXPECT_EQ(canonical_text(Policy::spec()),
            "whitespace=any outer_whitespace=json key_order=any numbers=json number_bytes=none escapes=json "
            "format=annotate");
  EXPECT_EQ(
      canonical_text(Policy::model()),
      "whitespace=bounded outer_whitespace=none key_order=any numbers=plain number_bytes=40 escapes=json "
      "format=assert");
  EXPECT_EQ(canonical_text(Policy::canonical()),
            "whitespace=compact outer_whitespace=none key_order=declared numbers=canonical number_bytes=none "
            "escapes=minimal format=assert");
}

TEST(Policy, EveryFieldCanBeSetByName) {
  Policy policy;
  for (const auto& [field, value] :
       {std::pair{"whitespace", "single"}, std::pair{"outer_whitespace", "none"},
        std::pair{"key_order", "declared"}, std::pair{"numbers", "plain"}, std::pair{"number_bytes", "17"},
        std::pair{"escapes", "minimal"}, std::pair{"format", "assert"}}) {
    const Result<Policy> changed = with_field(policy, field, value);
    ASSERT_TRUE(changed.ok()) << field;
    EXPECT_FALSE(*changed == policy) << field;
    policy = *changed;
  }
  EXPECT_EQ(canonical_text(policy),
            "whitespace=single outer_whitespace=none key_order=declared numbers=plain number_bytes=17 "
            "escapes=minimal format=assert");
}

TEST(Policy, FaultsAreCoded) {
  EXPECT_EQ(policy_named("strict").error().code, "unknown_policy");
  EXPECT_EQ(with_field({}, "order", "any").error().code, "unknown_policy_field");
  for (const char* value : {"", "0", "-1", "4x", "99999999999"}) {
    EXPECT_EQ(with_field({}, "number_bytes", value).error().code, "bad_policy_value") << value;
  }
  EXPECT_EQ(with_field({}, "whitespace", "some").error().code, "bad_policy_value");
}

}  // namespace
}  // namespace lockstep::engine
