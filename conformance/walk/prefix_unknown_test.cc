// How often does the prefix oracle not know? Generated schemas of every keyword, prefixes of instances around
// the edge of each, all next bytes that JSON and the policy leave to the schema. And it may never contradict
// the whole document: no byte of a valid text is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {
namespace {

struct Count {
  std::size_t decided = 0;
  std::size_t unknown = 0;
};

struct Tally {
  std::size_t schemas = 0, prefixes = 0, texts = 0;
  Count all;
  std::map<std::string, Count> by_keyword;
  std::map<std::string, std::size_t> by_reason;
};

std::size_t number_from(const char* name, std::size_t otherwise) {
  const char* given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

// Every byte of a valid text is viable, or unknown.
void walk_valid(const oracle::PrefixOracle& truth, const std::string& schema, const std::string& text,
                Tally& tally) {
  if (!truth.complete(text).is_yes()) return;
  ++tally.texts;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    EXPECT_FALSE(truth.viable(text.substr(0, length)).is_no()) << schema << "\n"
                                                               << text << "\ndies at " << length;
  }
}

// `anything`: the same policy under the schema `true`.
void ask(const oracle::PrefixOracle& truth, const oracle::PrefixOracle& anything, const GeneratedCase& made,
         const std::string& prefix, Tally& tally) {
  ++tally.prefixes;
  const oracle::NextBytes next = truth.next_bytes(prefix);
  const oracle::NextBytes possible = anything.next_bytes(prefix);
  Count count;
  const auto add = [&](const oracle::Answer& answer, const oracle::Answer& by_json) {
    if (by_json.is_no()) return;
    ++count.decided;
    if (!answer.is_unknown()) return;
    ++count.unknown;
    ++tally.by_reason[answer.reason];
  };
  for (std::size_t byte = 0; byte < next.bytes.size(); ++byte)
    add(next.bytes.at(byte), possible.bytes.at(byte));
  add(next.stop, possible.stop);
  const char* shown = std::getenv("LOCKSTEP_SHOW");
  if (count.unknown > 0 && shown != nullptr) {
    std::printf("%zu unknown: %s\n  %s\n", count.unknown, made.schema.c_str(), prefix.c_str());
  }
  tally.all.decided += count.decided;
  tally.all.unknown += count.unknown;
  for (const std::string& keyword : made.keywords) {
    tally.by_keyword[keyword].decided += count.decided;
    tally.by_keyword[keyword].unknown += count.unknown;
  }
}

Tally run(const oracle::OraclePolicy& policy, std::size_t schemas) {
  Tally tally;
  const auto anything = oracle::PrefixOracle::make("true", {}, {}, policy);
  const std::uint64_t seed = number_from("LOCKSTEP_SEED", 1);
  for (std::size_t index = 0; index < number_from("LOCKSTEP_SCHEMAS", schemas); ++index) {
    const GeneratedCase made = generate_case(seed, index);
    const auto truth = oracle::PrefixOracle::make(made.schema, {}, {}, policy);
    if (!truth.ok()) continue;
    ++tally.schemas;
    std::size_t which = 0;
    for (const std::string& instance : made.instances) {
      if (!oracle::parse_json(instance).ok() || instance.size() > 60) continue;
      walk_valid(truth.value(), made.schema, instance, tally);
      if (++which > 4) continue;
      std::size_t length = (index * 7 + which * 5) % (instance.size() + 1);
      // Where the text dies before, the prefix asked about is the last living one.
      while (length > 0 && truth.value().viable(instance.substr(0, length)).is_no()) --length;
      ask(truth.value(), anything.value(), made, instance.substr(0, length), tally);
    }
  }
  return tally;
}

void print(const char* name, const Tally& tally) {
  const auto percent = [](const Count& count) {
    return count.decided == 0
               ? 0.0
               : 100.0 * static_cast<double>(count.unknown) / static_cast<double>(count.decided);
  };
  std::printf(
      "%s: %zu schemas, %zu prefixes, %zu valid texts, %zu bytes left to the schema, %zu unknown (%.2f %%)\n",
      name, tally.schemas, tally.prefixes, tally.texts, tally.all.decided, tally.all.unknown,
      percent(tally.all));
  for (const auto& [keyword, count] : tally.by_keyword) {
    std::printf("  %-24s %8zu asked %7zu unknown %6.2f %%\n", keyword.c_str(), count.decided, count.unknown,
                percent(count));
  }
  for (const auto& [reason, count] : tally.by_reason) std::printf("  %7zu %s\n", count, reason.c_str());
}

TEST(PrefixUnknown, IsRareOverGeneratedSchemasOfEveryKeyword) {
  const std::pair<const char*, oracle::OraclePolicy> policies[] = {
      {"spec", oracle::OraclePolicy::spec()},
      {"canonical", oracle::OraclePolicy::canonical()},
      {"model", oracle::OraclePolicy::model()}};
  for (const auto& [name, policy] : policies) {
    const Tally tally = run(policy, 150);
    print(name, tally);
    EXPECT_GE(tally.prefixes, 300U);
    EXPECT_LE(tally.all.unknown * 20, tally.all.decided) << "5 %";
  }
}

}  // namespace
}  // namespace lockstep::conformance
