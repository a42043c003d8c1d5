#include "lockstep/conformance/walk/walk_audit.h"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <utility>

#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/prefix_facts.h"
#include "lockstep/conformance/walk/walk_schemas.h"

namespace lockstep::conformance {
namespace {

constexpr std::string_view kVote = "/vote/";

std::string said(const Split& split) {
  return fmt::format("vote: {} says {}, subject and oracle say {}; text {}; schema {}", split.voter,
                     split.says, name(split.truth), shown_bytes(split.request.instances.front()),
                     split.request.schema);
}

}  // namespace

void WalkAudit::add(const reports::Case& one) {
  if (audit_ == nullptr) return;
  const std::optional<PrefixFacts> facts = facts_of(one.got);
  if (!facts || facts->audit.empty()) return;
  const std::uint64_t index = schema_index_of(one.id);
  if (!labels_.empty() && index != index_) flush();
  index_ = index;
  for (std::size_t i = 0; i < facts->audit.size(); ++i) {
    request_.instances.push_back(facts->audit[i].bytes);
    truths_.push_back(facts->audit[i].valid ? Expected::valid : Expected::invalid);
    labels_.push_back(fmt::format("{}{}{}", one.id, kVote, i));
  }
}

void WalkAudit::flush() {
  request_.schema = walk_schema_at(seed_, index_).text;
  audit_->add(request_, truths_, labels_);
  request_.instances.clear();
  truths_.clear();
  labels_.clear();
}

AuditResult WalkAudit::finish(std::vector<reports::Case>& split) {
  if (audit_ == nullptr) return {};
  if (!labels_.empty()) flush();
  AuditResult result = audit_->finish();
  std::map<std::string, std::string> details;  // the first voter's
  for (const Split& one : result.splits) details.try_emplace(one.label, said(one));
  for (const AuditedTriple& triple : result.triples) {
    if (!triple.split) continue;
    const auto detail = details.find(triple.label);
    reports::Case one;
    one.id = triple.label;
    one.keywords = walk_schema_at(seed_, schema_index_of(triple.label)).keywords;
    one.verdict = name(Verdict::split_vote);
    one.got = "vote";
    one.detail = detail == details.end() ? "vote: an independent validator says otherwise" : detail->second;
    split.push_back(std::move(one));
  }
  return result;
}

bool WalkAudit::is_vote(const reports::Case& one) { return one.id.find(kVote) != std::string::npos; }

std::uint64_t schema_index_of(std::string_view id) {
  const std::size_t begin = id.find('/', id.find('/') + 1) + 1;
  return std::strtoull(std::string(id.substr(begin)).c_str(), nullptr, 10);
}

}  // namespace lockstep::conformance
