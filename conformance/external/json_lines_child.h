// A long-lived child that answers JSON lines: one request line in, one reply line out, the same "id" in both.
// It is started on first use and again after every crash, hang or protocol error; the request in flight is
// then the culprit.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/conformance/external/process.h"

namespace lockstep::conformance {

struct JsonLinesOptions {
  std::chrono::milliseconds time{10'000};           // for one request, the start of the child included
  std::size_t line_bytes = std::size_t{64} << 20U;  // longest reply line
};

enum class AskEnd { answered, crashed, hung, protocol_error, not_started };

struct Asked {
  AskEnd end = AskEnd::not_started;
  nlohmann::json reply;  // an object, when answered
  std::string message;   // for a person, otherwise; with the last line of the child's standard error
};

// Thread rules: one thread at a time.
class JsonLinesChild {
 public:
  explicit JsonLinesChild(Command command, JsonLinesOptions options = {});

  // `request` is an object of valid UTF-8; its "id" is set here. Never throws.
  Asked ask(nlohmann::json request);

  // For one request from now on.
  void set_time(std::chrono::milliseconds time) { options_.time = time; }

  // Ends the child, if one runs. The next request starts another.
  void stop();

  // How often the child was started. State that a request left in the child is gone when this number has
  // grown.
  std::size_t starts() const { return starts_; }

 private:
  Asked converse(const std::string& line, std::uint64_t id);
  Asked failed(AskEnd end, std::string message);

  Command command_;
  JsonLinesOptions options_;
  Child child_;
  std::string out_;  // read, not yet consumed
  std::string err_;  // the last bytes of standard error
  std::uint64_t next_id_ = 1;
  std::size_t starts_ = 0;
};

}  // namespace lockstep::conformance
