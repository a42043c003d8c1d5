// The sentences of explain for keywords whose word depends on what was written: branches, counts, patterns,
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/machine/trail.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// Of one refused byte, or of the refused end of the text. Cost: some readings of the text for a sentence.
class Teller {
 public:
  // `taken`: the text before the byte. Both outlive the teller.
  Teller(const Schema& schema, const Limits& limits, std::string_view taken,
         std::optional<std::uint8_t> refused, const Cancellation* cancellation);

  std::string sentence(NodeId node, std::string_view keyword) const;

 private:
  // How a schema stands to what was written of a value.
  struct Standing {
    enum class Kind : std::uint8_t { holds, open, ended, unknown } kind = Kind::unknown;
    std::string place;  // ended: in the instance, where
  };

  const OpenValue* value_of(NodeId node) const;
  std::string text_of(const OpenValue& value) const;
  // Bytes that the schema of the node, or its negation, takes of the text.
  std::size_t taken_by(NodeId node, std::string_view text, bool negated, bool& complete, bool& known) const;
  Standing stands(NodeId node, std::string_view text, const std::string& pointer) const;
  bool holds(NodeId node, std::string_view text) const;

  std::string own_words(NodeId id, std::string_view keyword) const;
  std::string one_of(const Node& node, const OpenValue& value) const;
  std::string negated(const Node& node, const OpenValue& value) const;
  std::string counted(const Node& node, std::string_view keyword, const OpenValue& value) const;
  std::string contained(const Node& node, std::string_view keyword, const OpenValue& value) const;
  std::string dependent(const Node& node, const OpenValue& value) const;
  std::string matched(NodeId id, std::string_view keyword, const OpenValue* value) const;
  std::string unevaluated(NodeId parent, std::string_view what) const;
  std::string context(NodeId id) const;
  std::string because_of(NodeId parent, NodeId id) const;
  bool is_name(NodeId id) const;

  const Schema& schema_;
  const Limits& limits_;
  std::string_view taken_;
  std::optional<std::uint8_t> refused_;
  const Cancellation* cancellation_;
  std::vector<OpenValue> trail_;
  std::vector<std::set<NodeId>> applied_;  // to each value of the trail
  std::set<NodeId> applied_to_name_;       // to the name being written
};

}  // namespace lockstep::engine
