// Serves a subject over JSON lines: one request a line, one reply a line (conformance/subject/README.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/cli/command.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::cli {

// Open at once; one more is refused (too_many).
inline constexpr std::size_t kMostConstraints = 1024;
inline constexpr std::size_t kMostSessions = 65536;

// Thread rules: one thread.
class SubjectServer {
 public:
  using Factory =
      std::function<std::unique_ptr<conformance::Subject>(const engine::Vocabulary&, const engine::Policy&)>;

  SubjectServer(Factory make, engine::Vocabulary vocabulary, engine::Policy policy, std::string deps);

  // The reply to one line, without line break. Whatever the line is, there is one.
  std::string answer(std::string_view line);
  // `close` without a session or a constraint was asked.
  bool closed() const { return closed_; }

 private:
  using Json = nlohmann::ordered_json;
  struct Constraint {
    std::unique_ptr<conformance::MaskSession> start;
  };

  Json dispatch(const Json& request);
  Json hello();
  Json vocabulary(const Json& request);
  Json compile(const Json& request);
  Json validate(const Json& request);
  Json start(const Json& request);
  Json on_session(const std::string& op, const Json& request, conformance::MaskSession& session);
  Json asked(const std::string& op, const Json& request, conformance::MaskSession& session);
  Json open(std::unique_ptr<conformance::MaskSession> session);
  Json close(const Json& request);
  std::optional<Json> read(const Json& request, conformance::ValidateRequest& validate,
                           engine::Policy& policy) const;

  Factory make_;
  engine::Vocabulary vocabulary_;
  engine::Policy policy_;
  std::string deps_;
  std::unique_ptr<conformance::Subject> subject_;  // with the policy of the command line
  std::map<std::uint64_t, Constraint> constraints_;
  std::map<std::uint64_t, std::unique_ptr<conformance::MaskSession>> sessions_;
  std::uint64_t next_ = 1;
  bool closed_ = false;
};

}  // namespace lockstep::cli
