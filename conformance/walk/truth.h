// The oracle's word on complete texts of one schema, each text asked once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {

// Under the policy `spec`, formats aside: RFC 8259 texts whose value is valid. Thread rules: one thread at a
// time.
class Truth {
 public:
  // Nullopt, with the oracle's code in `fault`, where the oracle does not read the schema.
  static std::optional<Truth> load(std::string_view schema, std::string& fault, bool assert_formats = false);

  oracle::Answer check(const std::string& text);

 private:
  explicit Truth(oracle::Schema schema) : schema_(std::move(schema)) {}
  oracle::Schema schema_;
  std::map<std::string, oracle::Answer> known_;
};

// The tree of a JSON text; numbers keep their spelling. Nullopt where it is none.
std::optional<Tree> read_tree(const std::string& text);

// The same value with the members of every object in another order.
void shuffle_members(Tree& tree, Choices& choices);

}  // namespace lockstep::conformance
