#include "lockstep/conformance/walk/process_walk_subject.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/walk/byte_path.h"

namespace lockstep::conformance {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestEnd = 400;  // bytes that finish() tries

// The child, what it was told, and what became of it. Shared by the sessions of a subject.
class Process {
 public:
  explicit Process(const ProcessWalkSettings& settings)
      : settings_(settings), child_(settings.command, settings.limits) {}

  // A request and the member of its reply that is wanted. Null after trouble.
  json ask(const json& request, const char* wanted) {
    if (trouble_) return nullptr;
    const std::size_t before = child_.starts();
    const bool first = told_ == 0;
    Asked asked = child_.ask(request);
    if (!first && asked.end == AskEnd::answered && child_.starts() != before)
      return fail(Verdict::crash, "the process died between two requests");
    if (asked.end == AskEnd::hung) return fail(Verdict::hang, asked.message);
    if (asked.end == AskEnd::protocol_error) return fail(Verdict::inconsistent, asked.message);
    if (asked.end != AskEnd::answered) return fail(Verdict::crash, asked.message);
    if (asked.reply.contains("error"))
      return fail(Verdict::inconsistent,
                  "an error to " + request.dump().substr(0, 200) + ": " + asked.reply.dump().substr(0, 300));
    if (wanted[0] == '\0') return asked.reply;
    if (!asked.reply.contains(wanted)) return unknown_reply(asked.reply);
    return asked.reply[wanted];
  }

  json unknown_reply(const json& reply) {
    return fail(Verdict::inconsistent,
                "a reply that the protocol does not know: " + reply.dump().substr(0, 300));
  }

  // A process that knows the vocabulary.
  void begin() {
    trouble_.reset();
    if (told_ != 0) return;
    hello_ = ask({{"op", "hello"}}, "");
    if (trouble_) return;
    if (string_at(hello_, "vocabulary") != settings_.vocabulary.identity()) tell_vocabulary();
    if (!trouble_) told_ = child_.starts();
  }

  const std::optional<Trouble>& trouble() const { return trouble_; }
  const json& hello() const { return hello_; }
  const ProcessWalkSettings& settings() const { return settings_; }
  std::size_t starts() const { return child_.starts(); }

 private:
  void tell_vocabulary() {
    const engine::Vocabulary& vocabulary = settings_.vocabulary;
    json tokens = json::array();
    for (std::uint32_t id = 0; id < vocabulary.size(); ++id)
      tokens.push_back({{"hex", hex_of(vocabulary.bytes(id))}, {"kind", engine::name(vocabulary.kind(id))}});
    const json reply = ask({{"op", "vocabulary"},
                            {"tokens", std::move(tokens)},
                            {"stop", vocabulary.stop_ids()},
                            {"logit_width", vocabulary.logit_width()}},
                           "");
    if (trouble_) return;
    if (reply.value("size", json()) != vocabulary.size() ||
        reply.value("logit_width", json()) != vocabulary.logit_width())
      (void)unknown_reply(reply);
  }

  // The process is not used again, whatever its fault was.
  json fail(Verdict verdict, std::string message) {
    child_.stop();
    told_ = 0;
    trouble_ = Trouble{verdict, std::move(message)};
    return nullptr;
  }

  ProcessWalkSettings settings_;
  JsonLinesChild child_;
  std::size_t told_ = 0;  // the start of the child that was told the vocabulary; 0: none runs
  std::optional<Trouble> trouble_;
  json hello_;
};

class ProcessWalkSession final : public WalkSession {
 public:
  ProcessWalkSession(std::shared_ptr<Process> process, std::uint64_t id, std::vector<std::size_t> steps = {},
                     std::optional<std::uint64_t> constraint = std::nullopt)
      : process_(std::move(process)),
        id_(id),
        start_(process_->starts()),
        constraint_(constraint),
        steps_(std::move(steps)) {}

  ~ProcessWalkSession() override {
    if (lost()) return;
    (void)process_->ask({{"op", "close"}, {"session", id_}}, "closed");
    if (constraint_) (void)process_->ask({{"op", "close"}, {"constraint", *constraint_}}, "closed");
  }

  std::vector<std::uint32_t> mask() override {
    known_.reset();
    const json reply = ask("mask", {{"as", "hex"}}, "mask");
    const auto words = words_of(reply);
    if (!words) {
      if (!lost()) (void)process_->unknown_reply({{"mask", reply}});
      return {};
    }
    known_ = *words;
    return *words;
  }

  std::vector<bool> allowed_bytes() override {
    const std::vector<std::uint32_t>& words = known();
    std::vector<bool> allowed(256, false);
    for (unsigned byte = 0; byte < 256; ++byte)
      allowed[byte] = bit(words, *vocabulary().byte_token(static_cast<std::uint8_t>(byte)));
    return allowed;
  }

  bool accept_bytes(std::string_view bytes) override {
    std::size_t taken = 0;
    for (const char c : bytes) {
      const std::uint32_t token = *vocabulary().byte_token(static_cast<std::uint8_t>(c));
      if (bit(known(), token) && take(token)) {
        ++taken;
        continue;
      }
      if (taken > 0) (void)undo(taken);
      return false;
    }
    steps_.push_back(taken);
    return true;
  }

  bool can_stop() override { return yes("stop", json::object(), "stop"); }

  std::string finish() override {
    const auto fork = this->fork();
    std::string end;
    while (end.size() < kLongestEnd && !fork->can_stop()) {
      const std::optional<char> next = towards_the_end(fork->allowed_bytes());
      if (!next || !fork->accept_bytes(std::string_view(&*next, 1))) break;
      end += *next;
    }
    return end;
  }
  bool knows_the_end() const override { return false; }

  std::string forced() override {
    const json reply = ask("forced", json::object(), "forced");
    const auto bytes = text_of_wire(reply);
    if (!bytes && !lost()) (void)process_->unknown_reply({{"forced", reply}});
    return bytes.value_or("");
  }

  bool accept(std::uint32_t token) override {
    if (!take(token)) return false;
    steps_.push_back(1);
    return true;
  }

  bool rollback(std::size_t steps) override {
    if (steps > steps_.size()) return false;
    std::size_t tokens = 0;
    for (std::size_t i = 0; i < steps; ++i) tokens += steps_[steps_.size() - 1 - i];
    if (!undo(tokens)) return false;
    steps_.resize(steps_.size() - steps);
    return true;
  }

  std::unique_ptr<WalkSession> fork() override {
    const json id = ask("fork", json::object(), "session");
    if (!id.is_number_unsigned() && !lost()) (void)process_->unknown_reply({{"session", id}});
    return std::make_unique<ProcessWalkSession>(
        process_, id.is_number_unsigned() ? id.get<std::uint64_t>() : 0, steps_);
  }

  std::uint64_t overruns() override { return 0; }

 private:
  const engine::Vocabulary& vocabulary() const { return process_->settings().vocabulary; }
  // The process that knew this session is gone, or in trouble.
  bool lost() const { return process_->trouble().has_value() || process_->starts() != start_; }

  json ask(const char* op, json request, const char* wanted) {
    if (lost()) return nullptr;
    request["op"] = op;
    request["session"] = id_;
    return process_->ask(request, wanted);
  }

  bool yes(const char* op, json request, const char* wanted) {
    const json reply = ask(op, std::move(request), wanted);
    if (!reply.is_boolean() && !lost()) (void)process_->unknown_reply({{wanted, reply}});
    return reply.is_boolean() && reply.get<bool>();
  }

  bool take(std::uint32_t token) {
    if (!yes("accept", {{"token", token}}, "accepted")) return false;
    known_.reset();
    return true;
  }

  bool undo(std::size_t tokens) {
    if (tokens == 0) return true;
    known_.reset();
    return yes("rollback", {{"tokens", tokens}}, "rolled_back");
  }

  const std::vector<std::uint32_t>& known() {
    if (!known_) (void)mask();
    if (!known_) known_.emplace();
    return *known_;
  }

  // Hex of the words' bytes, little endian, or a list of ids.
  std::optional<std::vector<std::uint32_t>> words_of(const json& reply) const {
    std::vector<std::uint32_t> words((vocabulary().logit_width() + 31) / 32, 0);
    if (reply.is_array()) {
      for (const json& id : reply) {
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= words.size() * 32) return std::nullopt;
        words[id.get<std::uint64_t>() / 32] |= std::uint32_t{1} << (id.get<std::uint64_t>() % 32);
      }
      return words;
    }
    if (!reply.is_string()) return std::nullopt;
    const auto bytes = bytes_of_hex(reply.get_ref<const std::string&>());
    if (!bytes || bytes->size() != words.size() * 4) return std::nullopt;
    for (std::size_t i = 0; i < bytes->size(); ++i)
      words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>((*bytes)[i])) << (i % 4 * 8);
    return words;
  }

  // Closers first, what goes on for ever last.
  static std::optional<char> towards_the_end(const std::vector<bool>& allowed) {
    static constexpr std::string_view kOrder = "}]\":,ntf0123456789abcdeghijklmopqrsuvwxyz-.[{";
    for (const char c : kOrder) {
      if (allowed[static_cast<unsigned char>(c)]) return c;
    }
    for (unsigned byte = 0x21; byte < 256; ++byte) {
      if (allowed[byte]) return static_cast<char>(byte);
    }
    for (const char c : {' ', '\n', '\t', '\r'}) {
      if (allowed[static_cast<unsigned char>(c)]) return c;
    }
    return std::nullopt;
  }

  std::shared_ptr<Process> process_;
  std::uint64_t id_;
  std::size_t start_;                                // of the child, in which the session lives
  std::optional<std::uint64_t> constraint_;          // closed with this session
  std::vector<std::size_t> steps_;                   // tokens of each step
  std::optional<std::vector<std::uint32_t>> known_;  // the last mask, while nothing was taken or undone
};

// `whitespace=any outer_whitespace=json ...` as an object.
json policy_fields(const engine::Policy& policy) {
  json fields = json::object();
  const std::string text = engine::canonical_text(policy);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t equals = text.find('=', at);
    fields[text.substr(at, equals - at)] = text.substr(equals + 1, end - equals - 1);
    at = end + 1;
  }
  return fields;
}

class ProcessSubject final : public ProcessWalkSubject {
 public:
  explicit ProcessSubject(const ProcessWalkSettings& settings)
      : process_(std::make_shared<Process>(settings)), policy_(policy_fields(settings.policy)) {}

  std::string open() override {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (!process_->settings().vocabulary.byte_token(static_cast<std::uint8_t>(byte)))
        return fmt::format("the vocabulary has no token for byte {:02X}", byte);
    }
    process_->begin();
    if (const auto& trouble = process_->trouble()) return trouble->message;
    if (process_->hello().value("mask", json(true)) == false) return "the subject has no masks";
    return {};
  }

  std::string name() const override { return string_at(process_->hello(), "subject"); }
  std::string version() const override { return string_at(process_->hello(), "version"); }
  std::string policy() const override { return string_at(process_->hello(), "policy"); }
  std::size_t restarts() const override { return process_->starts() == 0 ? 0 : process_->starts() - 1; }
  std::optional<Trouble> trouble() const override { return process_->trouble(); }

  WalkStart start(std::string_view schema) override {
    ValidateRequest request;
    request.schema = std::string(schema);
    return start_with(request);
  }

  WalkStart start_with(const ValidateRequest& request) override {
    WalkStart started;
    process_->begin();
    const json reply = process_->ask(compile_request(request), "");
    const auto compiled = process_->trouble() ? std::nullopt : compile_of_wire(reply);
    if (!compiled) return failed(reply);
    started.compile = *compiled;
    if (compiled->outcome != Compile::ok) return started;
    if (!reply.value("constraint", json()).is_number_unsigned()) return failed(reply);
    const json session = process_->ask({{"op", "start"}, {"constraint", reply["constraint"]}}, "session");
    if (!session.is_number_unsigned()) return failed({{"session", session}});
    started.session = std::make_unique<ProcessWalkSession>(process_, session.get<std::uint64_t>(),
                                                           std::vector<std::size_t>{},
                                                           reply["constraint"].get<std::uint64_t>());
    return started;
  }

 private:
  json compile_request(const ValidateRequest& request) const {
    json asked = {{"op", "compile"}, {"schema", wire_text(request.schema)}, {"policy", policy_}};
    if (!request.dialect.empty()) asked["dialect"] = request.dialect;
    if (request.assert_formats) asked["policy"]["format"] = "assert";
    if (request.registry && !request.registry->empty()) {
      for (const auto& [uri, text] : *request.registry) asked["registry"][uri] = wire_text(text);
    }
    return asked;
  }

  // No answer, or one that the protocol does not know.
  WalkStart failed(const json& reply) {
    if (!process_->trouble()) (void)process_->unknown_reply(reply);
    const Trouble& trouble = *process_->trouble();
    WalkStart started;
    started.compile.outcome = trouble.verdict == Verdict::hang ? Compile::hang : Compile::crash;
    started.compile.code = trouble.verdict == Verdict::inconsistent ? "protocol_error" : "";
    started.compile.message = trouble.message;
    return started;
  }

  std::shared_ptr<Process> process_;
  json policy_;
};

}  // namespace

Command shell_command(const std::string& command_line, std::size_t memory_bytes) {
  return {{"/bin/sh", "-c", "exec " + command_line}, "", memory_bytes};
}

std::unique_ptr<ProcessWalkSubject> make_process_walk_subject(const ProcessWalkSettings& settings) {
  return std::make_unique<ProcessSubject>(settings);
}

}  // namespace lockstep::conformance
