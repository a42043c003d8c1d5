// An external validator behind the JSON-lines protocol of this folder's README.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/external/json_lines_child.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct JsonLinesSubjectOptions {
  std::string name;
  std::string version;
  Capabilities capabilities;
  Command command;
  JsonLinesOptions limits;
};

// Thread rules: one thread at a time.
class JsonLinesSubject : public Subject {
 public:
  explicit JsonLinesSubject(JsonLinesSubjectOptions options);

  std::string name() const override { return options_.name; }
  std::string version() const override { return options_.version; }
  Capabilities capabilities() const override { return options_.capabilities; }

  // When the process dies or hangs the request is asked again, first without instances, then one instance at
  // a time, so that only the culprit is booked. After two culprits the rest of the request is booked as
  // unknown, not asked.
  ValidateReply validate(const ValidateRequest& request) override;

 private:
  struct Part;
  Part ask(const ValidateRequest& request, std::size_t first, std::size_t count);
  Asked send_registry(const ValidateRequest& request);

  JsonLinesSubjectOptions options_;
  JsonLinesChild child_;
  std::shared_ptr<const Registry>
      registry_;  // what the child holds; kept alive, so that its address stays its own
  std::string registry_dialect_;
  std::size_t registry_start_ = 0;
};

}  // namespace lockstep::conformance
