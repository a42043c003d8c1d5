// Invariants of the engine's containers that no assertion inside can see (engine/machine/README.md): I1, what
// a container reports at its end is what the oracle says of the value, for every obligation it is tracked
// against; I2, members may come in any order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/engine/machine/container.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {
namespace {

using engine::ContainerState;
using engine::ContainerType;
using engine::Key;
using engine::Obligation;

constexpr const char* kUri = "http://lockstep.test/root.json";

// Values as events into the engine's containers.
class Events {
 public:
  explicit Events(engine::Schema schema)
      : schema_(std::move(schema)),
        model_(schema_),
        scalars_(model_, engine::Policy::spec(), {}),
        containers_(model_, booleans_, scalars_) {}

  const engine::Schema& schema() const { return schema_; }
  bool endless() const { return model_.in_place_loop().has_value(); }
  Obligation obligation(engine::NodeId node) { return model_.obligation({node}); }

  // One bit for each obligation: does the value satisfy it?
  std::vector<bool> bits(const Tree& value, const std::vector<Obligation>& obligations) {
    switch (value.kind) {
      case TreeKind::null:
        return scalars_.of_literal(obligations, engine::Literal::null);
      case TreeKind::boolean:
        return scalars_.of_literal(
            obligations, value.boolean ? engine::Literal::true_value : engine::Literal::false_value);
      case TreeKind::number:
        return scalars_.of_number(obligations, value.text);
      case TreeKind::string:
        return scalars_.of_string(obligations, value.text);
      case TreeKind::array:
      case TreeKind::object:
        break;
    }
    const ContainerState state = after_all(value, obligations);
    std::vector<bool> out;
    for (const engine::Function report : state.reports)
      out.push_back(containers_.at_end(report, state.items));
    return out;
  }

  // The state before the end of a container.
  ContainerState after_all(const Tree& value, const std::vector<Obligation>& obligations) {
    const bool object = value.kind == TreeKind::object;
    const engine::Function goal = obligations.empty() ? engine::kTrue : booleans_.variable(0);
    ContainerState state =
        containers_.start(object ? ContainerType::object : ContainerType::array, obligations, goal);
    for (const Tree& item : value.items) advance(state, Key::item(state.items), item);
    for (const auto& [name, member] : value.members) advance(state, Key::member(name), member);
    return state;
  }

 private:
  void advance(ContainerState& state, const Key& key, const Tree& child) {
    const engine::Needs needs = containers_.needs(state, key);
    const std::vector<bool> vector = bits(child, needs.obligations);
    state = containers_.advance(state, key, needs, vector, 1'000'000);
  }

  engine::Schema schema_;
  engine::Model model_;
  engine::Booleans booleans_;
  engine::Scalars scalars_;
  engine::Containers containers_;
};

// A JSON pointer as the fragment of a URI.
std::string fragment(std::string_view pointer) {
  constexpr const char* kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : pointer) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '~' || c == '-' || c == '_' || c == '.';
    if (plain) {
      out += c;
    } else {
      out += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return out;
}

struct Counts {
  std::size_t yes = 0, no = 0, unknown = 0, of_subschemas = 0, orders = 0;
};

class Judged {
 public:
  explicit Judged(std::uint64_t seed) : choices_(seeded_bytes(seed)) {}
  const Counts& counts() const { return counts_; }

  void one_schema() {
    GeneratedSchema schema =
        choices_.chance(50) ? generate_enforced_schema(choices_) : generate_schema(choices_);
    keep_enforced(schema);
    const std::string text = write_tree(schema.root);
    SCOPED_TRACE(text);
    // Containers alone do not know the values of their items: the machine tells them which one is repeated.
    if (text.find("\"uniqueItems\":true") != std::string::npos) return;
    auto read = engine::read_schema(text, {}, {}, {}, nullptr);
    auto* model = std::get_if<engine::Schema>(&read);
    if (model == nullptr) return;
    Events events(std::move(*model));
    if (events.endless()) return;
    const std::map<Obligation, oracle::Schema> tracked = choose(events, text);
    for (int i = 0; i < 6; ++i) {
      Tree value = build_instance(schema, choices_);
      if (i % 2 == 1) mutate_instance(value, schema, choices_);
      judge(events, tracked, value);
    }
  }

 private:
  // The root, and where every reference can be made from outside some other subschemas.
  std::map<Obligation, oracle::Schema> choose(Events& events, const std::string& text) {
    std::map<Obligation, oracle::Schema> tracked;
    const bool scoped = text.find("\"$id\"") != std::string::npos || text.find("ynamic") != std::string::npos;
    const auto& nodes = events.schema().nodes;
    std::set<engine::NodeId> patterns;  // nodes that stand for a pattern of names, and are no subschemas
    for (const engine::Node& node : nodes) {
      for (const auto& [pattern, child] : node.pattern_properties) patterns.insert(pattern);
    }
    for (int i = 0; i < 4; ++i) {
      const std::size_t pick = choices_.below(nodes.size());
      const auto id = i == 0 ? events.schema().root : static_cast<engine::NodeId>(pick);
      if (i > 0 && (scoped || patterns.contains(id))) continue;
      const Obligation obligation = events.obligation(id);
      if (obligation == engine::kAlways || obligation == engine::kNever) continue;
      const std::string outer =
          std::string(R"({"$ref":")") + kUri + "#" + fragment(nodes[id].pointer) + "\"}";
      auto loaded = i == 0 ? oracle::Schema::load(text, {}) : oracle::Schema::load(outer, {{kUri, text}});
      EXPECT_TRUE(loaded.ok()) << outer;
      if (loaded.ok()) tracked.try_emplace(obligation, std::move(loaded.value()));
    }
    return tracked;
  }

  void judge(Events& events, const std::map<Obligation, oracle::Schema>& tracked, const Tree& value) {
    std::vector<Obligation> obligations;
    for (const auto& [obligation, schema] : tracked) obligations.push_back(obligation);
    const std::vector<bool> bits = events.bits(value, obligations);
    const std::string text = write_tree(value);
    const auto parsed = oracle::parse_json(text);
    ASSERT_TRUE(parsed.ok()) << text;
    std::size_t at = 0;
    for (const auto& [obligation, schema] : tracked) {
      const bool said = bits[at++];
      const oracle::Answer right = schema.check(parsed.value());
      if (right.is_unknown()) {
        ++counts_.unknown;
        continue;
      }
      EXPECT_EQ(said, right.is_yes()) << "I1: obligation " << obligation << " of " << text;
      ++(said ? counts_.yes : counts_.no);
      if (at > 1) ++counts_.of_subschemas;
    }
    any_order(events, obligations, value);
  }

  void any_order(Events& events, const std::vector<Obligation>& obligations, const Tree& value) {
    for (const Tree& item : value.items) any_order(events, obligations, item);
    for (const auto& [name, member] : value.members) any_order(events, obligations, member);
    if (value.members.size() < 2) return;
    Tree other = value;
    for (std::size_t i = other.members.size(); i > 1; --i)
      std::swap(other.members[i - 1], other.members[choices_.below(i)]);
    EXPECT_EQ(events.after_all(value, obligations), events.after_all(other, obligations))
        << "I2: " << write_tree(value) << " and " << write_tree(other);
    ++counts_.orders;
  }

  Choices choices_;
  Counts counts_;
};

TEST(Invariants, I1I2ContainersReportWhatTheValueIsInAnyOrder) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 20261201;
  std::cout << "LOCKSTEP_SEED=" << seed << '\n';
  Judged run(seed);
  for (int i = 0; i < 3600 && !HasFailure(); ++i) run.one_schema();
  const Counts& counts = run.counts();
  std::cout << counts.yes << " satisfied, " << counts.no << " not, " << counts.unknown << " unknown; "
            << counts.of_subschemas << " more obligations; " << counts.orders << " orders\n";
  EXPECT_GT(counts.yes, 4'000U);
  EXPECT_GT(counts.no, 8'000U);
  EXPECT_GT(counts.of_subschemas, 5'000U);
  EXPECT_GT(counts.orders, 10'000U);
  EXPECT_LT(counts.unknown, 20U);
}

}  // namespace
}  // namespace lockstep::conformance
