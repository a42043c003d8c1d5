// Votes of independent validators: on every failing case of a run, and in bulk on what subject and truth
// agree on. A misreading that subject and oracle share shows only here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

enum class Ballot { agreed, split, explained, abstained };

struct Vote {
  Ballot ballot = Ballot::abstained;
  std::string rule;  // explained: name of the rule
  std::string
      reason;  // split: what it says; abstained: why, "refused ($ref)", "depth", "crash", as a name to count
};

// One vote an instance; `truth` has one entry an instance. An unknown truth is abstained from. Never throws.
std::vector<Vote> poll(Subject& voter, const ValidateRequest& request, const std::vector<Expected>& truth);

struct AuditOptions {
  std::uint64_t one_in =
      1;  // 1: all triples; 10: a tenth, chosen by the bytes and the seed, whatever the order
  std::uint64_t seed = 1;
  std::size_t kept_splits = 100;  // with their texts; all are counted
};

struct Split {
  std::string label;
  std::string voter;
  std::string says;
  Expected truth = Expected::unknown;
  ValidateRequest request;  // with this one instance
};

// What became of one triple, in the order of add().
struct AuditedTriple {
  std::string label;
  bool voted = false;  // at least one validator gave a verdict of its own
  bool split = false;  // at least one disagreed, unexplained
};

struct VoterResult {
  std::string name;
  std::string version;
  std::array<std::size_t, 4> ballots{};             // by Ballot
  std::map<std::string, std::size_t> explained_by;  // rule -> count
  std::map<std::string, std::size_t> abstained_by;  // reason -> count

  std::size_t operator[](Ballot ballot) const { return ballots[static_cast<std::size_t>(ballot)]; }
};

struct AuditResult {
  std::size_t offered = 0;             // triples given to add()
  std::size_t taken = 0;               // of these, chosen
  std::size_t audited = 0;             // of these, at least one validator gave a verdict of its own
  std::size_t audited_by_all = 0;      // every validator did
  std::size_t split_triples = 0;       // at least one validator disagreed, unexplained
  std::vector<VoterResult> voters;     // as given
  std::vector<Split> splits;           // in the order of add(), then of the voters
  std::vector<AuditedTriple> triples;  // those taken
};

// Thread rules: one thread calls; each validator works on a thread of its own behind a bounded queue.
// A validator that fails its smoke test gives no vote: it is counted as abstained, reason "smoke_test".
class Audit {
 public:
  Audit(std::vector<std::unique_ptr<Subject>> voters, const AuditOptions& options);
  ~Audit();
  Audit(const Audit&) = delete;
  Audit& operator=(const Audit&) = delete;

  // Triples of one schema: the request's instances, the verdict on each that subject and truth agree on, and
  // a label each for the result. Blocks while the queues are full.
  void add(const ValidateRequest& request, const std::vector<Expected>& truth,
           const std::vector<std::string>& labels);

  // Would add() take this triple? Depends on its bytes and the options alone. Any thread may ask.
  bool takes(std::string_view schema, std::string_view instance) const;

  // Waits for the votes. Call it once.
  AuditResult finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A small pair on which the truth is known and the voter still splits from it. The truth's subject decides,
// so it must be the oracle. Cost: a few hundred calls of both.
Split shrink_split(const Split& split, Subject& truth, Subject& voter);

}  // namespace lockstep::conformance
