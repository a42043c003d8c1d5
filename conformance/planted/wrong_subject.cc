#include "lockstep/conformance/planted/wrong_subject.h"

#include <utility>

#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/subject/big_stack.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonValue;
using oracle::Outcome;

constexpr std::size_t kStackBytes = std::size_t{256} << 20U;

Shown show(const PlantedFault& fault, const std::string& schema, const std::string& instance) {
  Shown shown{schema, instance};
  if (fault.text) fault.text(shown.instance);
  if (!fault.trees) return shown;
  Outcome<JsonValue> schema_tree = oracle::parse_json(schema);
  Outcome<JsonValue> instance_tree = oracle::parse_json(shown.instance);
  if (!schema_tree || !instance_tree) return shown;
  const std::string schema_before = write_json(schema_tree.value());
  const std::string instance_before = write_json(instance_tree.value());
  fault.trees(schema_tree.value(), instance_tree.value());
  // What the fault left alone stays in its original bytes.
  std::string schema_after = write_json(schema_tree.value());
  std::string instance_after = write_json(instance_tree.value());
  if (schema_after != schema_before) shown.schema = std::move(schema_after);
  if (instance_after != instance_before) shown.instance = std::move(instance_after);
  return shown;
}

class WrongSubject final : public Subject {
 public:
  WrongSubject(const PlantedFault& fault, std::unique_ptr<Subject> healthy)
      : fault_(fault), healthy_(std::move(healthy)) {}

  std::string name() const override { return "planted:" + fault_.name; }
  std::string version() const override { return healthy_->version(); }
  Capabilities capabilities() const override { return healthy_->capabilities(); }

  // Neighbouring instances that are shown the same schema share a request.
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateRequest part = request;
    if (fault_.request) fault_.request(part);
    const std::vector<Shown> shown = show_all(fault_, request);
    ValidateReply whole;
    for (std::size_t i = 0; i < shown.size();) {
      part.schema = shown[i].schema;
      part.instances.clear();
      for (; i < shown.size() && shown[i].schema == part.schema; ++i)
        part.instances.push_back(shown[i].instance);
      ValidateReply reply = healthy_->validate(part);
      whole.compile = std::move(reply.compile);
      if (whole.compile.outcome != Compile::ok && whole.compile.outcome != Compile::empty) {
        whole.instances.clear();
        return whole;
      }
      for (InstanceReply& one : reply.instances) whole.instances.push_back(std::move(one));
    }
    return whole;
  }

 private:
  PlantedFault fault_;
  std::unique_ptr<Subject> healthy_;
};

}  // namespace

std::vector<Shown> show_all(const PlantedFault& fault, const ValidateRequest& request) {
  std::vector<Shown> all;
  const bool ran = run_on_stack(kStackBytes, [&] {
    for (const std::string& instance : request.instances)
      all.push_back(show(fault, request.schema, instance));
  });
  if (!ran) all.clear();
  return all;
}

std::unique_ptr<Subject> make_wrong_subject(const PlantedFault& fault, std::unique_ptr<Subject> healthy) {
  return std::make_unique<WrongSubject>(fault, std::move(healthy));
}

bool changes(const PlantedFault& fault, const ValidateRequest& request) {
  if (fault.request) {
    ValidateRequest other = request;
    fault.request(other);
    return other.assert_formats != request.assert_formats || other.registry != request.registry ||
           other.dialect != request.dialect;
  }
  const std::vector<Shown> shown = show_all(fault, request);
  if (shown.size() != request.instances.size()) return true;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i].schema != request.schema || shown[i].instance != request.instances[i]) return true;
  }
  return false;
}

}  // namespace lockstep::conformance
