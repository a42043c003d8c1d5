#include "lockstep/adversarial/planted/hostile_faults.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <new>
#include <optional>
#include <string_view>

#include "lockstep/adversarial/planted/wrapped.h"

namespace lockstep::adversarial {
namespace {

using conformance::Compile;
using conformance::CompileReply;
using conformance::MaskSession;
using conformance::MaskStart;
using conformance::Subject;
using conformance::ValidateReply;
using conformance::ValidateRequest;
using conformance::Validity;
using conformance::Verdict;
using engine::Vocabulary;

// Changes what whole documents are answered; the functions may do nothing, or not come back.
struct DocumentFault {
  std::function<void(const ValidateRequest&)> before = [](const ValidateRequest&) {};
  std::function<void(const ValidateRequest&, ValidateReply&)> after = [](const ValidateRequest&,
                                                                         ValidateReply&) {};
};

class WrongDocuments final : public WrappedSubject {
 public:
  WrongDocuments(std::unique_ptr<Subject> inner, DocumentFault fault)
      : WrappedSubject(std::move(inner)), fault_(std::move(fault)) {}

  ValidateReply validate(const ValidateRequest& request) override {
    fault_.before(request);
    ValidateReply reply = inner_->validate(request);
    fault_.after(request, reply);
    return reply;
  }

 private:
  DocumentFault fault_;
};

HostileFault of_documents(std::string name, std::string sentence, Verdict verdict, std::string case_id,
                          const DocumentFault& fault) {
  return {std::move(name), std::move(sentence), verdict, std::move(case_id),
          [fault](std::unique_ptr<Subject> healthy, const Vocabulary&) {
            return std::make_unique<WrongDocuments>(std::move(healthy), fault);
          }};
}

// Deepest nesting of brackets, strings not looked at: enough for a fault.
std::size_t depth_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

[[noreturn]] void stand_still() {
  for (;;) ::pause();
}

// Address space, not pages: the machine must not suffer where nothing limits the process.
void fill_memory() {
  constexpr std::size_t kPiece = std::size_t{16} << 20U;
  constexpr std::size_t kMost = std::size_t{8} << 30U;
  std::vector<std::string> kept;
  for (std::size_t sum = 0; sum < kMost; sum += kPiece) kept.emplace_back().reserve(kPiece);
  throw std::bad_alloc();
}

// Answers every instance as given; what the healthy engine did not judge is judged now.
void answer_all(const ValidateRequest& request, ValidateReply& reply, Validity validity) {
  reply.compile = CompileReply{};
  reply.instances.assign(request.instances.size(), {validity, "", std::nullopt});
}

std::vector<HostileFault> document_faults() {
  return {
      of_documents("dies_in_the_depth", "recurses for each bracket of a text and runs out of stack",
                   Verdict::crash, "text/arrays-deep",
                   {.before =
                        [](const ValidateRequest& request) {
                          for (const std::string& text : request.instances) {
                            if (depth_of(text) > 5'000) std::abort();
                          }
                        }}),
      of_documents("stands_still", "tries every way through a repetition of a repetition", Verdict::hang,
                   "schema/pattern-nested-quantifiers",
                   {.before =
                        [](const ValidateRequest& request) {
                          if (has(request.schema, "+)+")) stand_still();
                        }}),
      of_documents("writes_out_bounds", "writes an array's bound out item by item", Verdict::crash,
                   "schema/min-items-huge",
                   {.before =
                        [](const ValidateRequest& request) {
                          if (has(request.schema, "000000000000")) fill_memory();
                        }}),
      of_documents("gives_up_early", "has room for a thousand values", Verdict::limit,
                   "schema/enum-2k-long-prefix",
                   {.after =
                        [](const ValidateRequest& request, ValidateReply& reply) {
                          if (std::count(request.schema.begin(), request.schema.end(), ',') < 1000) return;
                          reply = {};
                          reply.compile.outcome = Compile::limit;
                          reply.compile.code = "too_many_values";
                        }}),
      of_documents("takes_any_schema", "reads what is no schema as the schema true", Verdict::over_accept,
                   "schema/negative-min-length",
                   {.after =
                        [](const ValidateRequest& request, ValidateReply& reply) {
                          if (reply.compile.outcome == Compile::malformed)
                            answer_all(request, reply, Validity::valid);
                        }}),
      of_documents("begins_without_an_end", "takes schemas that nothing satisfies", Verdict::dead_end,
                   "schema/contradiction-bounds",
                   {.after =
                        [](const ValidateRequest& request, ValidateReply& reply) {
                          if (reply.compile.outcome == Compile::empty)
                            answer_all(request, reply, Validity::invalid);
                        }}),
      of_documents("numbers_overflow", "turns down numbers that are no binary64", Verdict::over_reject,
                   "text/exponent-huge",
                   {.after =
                        [](const ValidateRequest& request, ValidateReply& reply) {
                          for (std::size_t i = 0; i < reply.instances.size(); ++i) {
                            if (has(request.instances[i], "e400000"))
                              reply.instances[i].validity = Validity::invalid;
                          }
                        }}),
  };
}

template <typename Session>
class WrongSessions final : public WrappedSubject {
 public:
  WrongSessions(std::unique_ptr<Subject> inner, const Vocabulary& vocabulary)
      : WrappedSubject(std::move(inner)), vocabulary_(vocabulary) {}

  MaskStart start(const ValidateRequest& request) override {
    MaskStart started = inner_->start(request);
    if (started.session) started.session = std::make_unique<Session>(std::move(started.session), vocabulary_);
    return started;
  }

 private:
  Vocabulary vocabulary_;
};

template <typename Session>
HostileFault of_sessions(std::string name, std::string sentence, Verdict verdict, std::string case_id) {
  return {std::move(name), std::move(sentence), verdict, std::move(case_id),
          [](std::unique_ptr<Subject> healthy, const Vocabulary& vocabulary) {
            return std::make_unique<WrongSessions<Session>>(std::move(healthy), vocabulary);
          }};
}

// What the wrong sessions share; `Self` is the class itself.
template <typename Self>
class SessionBase : public WrappedSession {
 public:
  SessionBase(std::shared_ptr<MaskSession> inner, Vocabulary vocabulary)
      : WrappedSession(std::move(inner)), vocabulary_(std::move(vocabulary)) {}

 protected:
  std::unique_ptr<MaskSession> wrap(std::shared_ptr<MaskSession> inner) override {
    return std::make_unique<Self>(std::move(inner), vocabulary_);
  }

  Vocabulary vocabulary_;
};

class UndoesTooMuch final : public SessionBase<UndoesTooMuch> {
 public:
  using SessionBase::SessionBase;
  bool accept(std::uint32_t token) override {
    const bool taken = inner_->accept(token);
    steps_ += taken ? 1U : 0U;
    return taken;
  }
  bool rollback(std::size_t tokens) override {
    const std::size_t undone = std::min(tokens, steps_);
    steps_ -= undone;
    return inner_->rollback(undone);
  }

 private:
  std::size_t steps_ = 0;
};

class MovesOnRefusal final : public SessionBase<MovesOnRefusal> {
 public:
  using SessionBase::SessionBase;
  bool accept(std::uint32_t token) override {
    const bool taken = inner_->accept(token);
    if (!taken) (void)inner_->rollback(1);
    return taken;
  }
};

class SharesForks final : public SessionBase<SharesForks> {
 public:
  using SessionBase::SessionBase;
  std::unique_ptr<MaskSession> fork() override { return wrap(inner_); }
};

class GoesOnAfterStop final : public SessionBase<GoesOnAfterStop> {
 public:
  using SessionBase::SessionBase;
  bool accept(std::uint32_t token) override {
    if (stopped_) return true;
    const bool taken = inner_->accept(token);
    stopped_ = taken && token < vocabulary_.size() && vocabulary_.is_stop(token);
    return taken;
  }

 private:
  bool stopped_ = false;
};

class WrapsIdsAround final : public SessionBase<WrapsIdsAround> {
 public:
  using SessionBase::SessionBase;
  bool accept(std::uint32_t token) override { return inner_->accept(token % vocabulary_.size()); }
};

class TakesMarkersForText final : public SessionBase<TakesMarkersForText> {
 public:
  using SessionBase::SessionBase;
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words = inner_->mask();
    for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
      if (vocabulary_.kind(id) == engine::TokenKind::special) words[id / 32] |= std::uint32_t{1} << (id % 32);
    }
    return words;
  }
};

class DropsCutCharacters final : public SessionBase<DropsCutCharacters> {
 public:
  using SessionBase::SessionBase;
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words = inner_->mask();
    for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
      const std::string_view bytes = vocabulary_.bytes(id);
      const bool cut = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0xC0U) == 0xC0U;
      if (cut) words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
    }
    return words;
  }
};

std::vector<HostileFault> session_faults() {
  return {
      of_sessions<UndoesTooMuch>("undoes_too_much",
                                 "stops at the beginning where more is undone than was taken",
                                 Verdict::inconsistent, "session/rollback-beyond-the-start"),
      of_sessions<MovesOnRefusal>("moves_on_refusal", "loses a token when it refuses one",
                                  Verdict::inconsistent, "session/refused-token-changes-nothing"),
      of_sessions<SharesForks>("shares_forks", "hands out the same session as its fork",
                               Verdict::inconsistent, "session/fork-goes-its-own-way"),
      of_sessions<GoesOnAfterStop>("takes_all_after_stop", "takes anything after the stop token",
                                   Verdict::over_accept, "session/nothing-after-stop"),
      of_sessions<WrapsIdsAround>("wraps_ids_around", "takes an id modulo the vocabulary's size",
                                  Verdict::over_accept, "session/ids-out-of-range"),
      of_sessions<TakesMarkersForText>("takes_markers_for_text", "allows special tokens always",
                                       Verdict::mask_too_wide, "vocabulary/markers-spell-json"),
      of_sessions<DropsCutCharacters>("drops_cut_characters",
                                      "never allows a token that ends inside a character",
                                      Verdict::mask_too_narrow, "vocabulary/characters-cut"),
  };
}

}  // namespace

const std::vector<HostileFault>& hostile_faults() {
  static const std::vector<HostileFault> kFaults = [] {
    std::vector<HostileFault> all = document_faults();
    std::vector<HostileFault> sessions = session_faults();
    std::move(sessions.begin(), sessions.end(), std::back_inserter(all));
    std::sort(all.begin(), all.end(),
              [](const HostileFault& a, const HostileFault& b) { return a.name < b.name; });
    return all;
  }();
  return kFaults;
}

const HostileFault* hostile_fault(const std::string& name) {
  for (const HostileFault& fault : hostile_faults()) {
    if (fault.name == name) return &fault;
  }
  return nullptr;
}

}  // namespace lockstep::adversarial
