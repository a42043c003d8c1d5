// What the oracle has said about the next bytes: the self-test tries many engines on the same prefixes of the
// same schemas, and some questions cost the oracle seconds.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::conformance {

// One oracle and its answers. They lie with the oracle that gave them, so nobody else's can be taken for
// them.
class KnownOracle {
 public:
  explicit KnownOracle(oracle::PrefixOracle truth) : truth_(std::move(truth)) {}

  const oracle::PrefixOracle& truth() const { return truth_; }
  // As truth().next_bytes() would answer; it is asked where it was not before. Stays where it is as long as
  // this object.
  const oracle::NextBytes& next_bytes(const std::string& prefix, const oracle::PrefixLimits& limits);

  std::size_t asked() const { return known_.size(); }

 private:
  using Question = std::tuple<std::string, std::size_t, std::size_t, std::size_t>;  // prefix, limits
  oracle::PrefixOracle truth_;
  std::map<Question, oracle::NextBytes> known_;
};

// The oracles by all that they are made from: the schema's bytes and the policy; without a registry, with the
// default options. Thread rules: one thread at a time. Memory: some 10 KiB a prefix, and what the oracles
// keep.
class KnownNextBytes {
 public:
  // Null where the oracle does not read the schema.
  KnownOracle* of(const std::string& schema, const oracle::OraclePolicy& policy);

  std::size_t schemas() const { return oracles_.size(); }

 private:
  using Key =
      std::tuple<std::string, oracle::WhitespaceRule, oracle::OuterWhitespaceRule, oracle::KeyOrderRule,
                 oracle::NumberRule, std::optional<std::uint32_t>, oracle::EscapeRule, oracle::FormatRule>;
  std::map<Key, std::unique_ptr<KnownOracle>> oracles_;
};

}  // namespace lockstep::conformance
