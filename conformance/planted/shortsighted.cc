#include "lockstep/conformance/planted/shortsighted.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonMember;
using oracle::JsonValue;
using Takes = std::function<bool(std::string_view)>;

// Two healthy sessions side by side; either goes on as long as it can.
class ShortSession final : public WalkSession {
 public:
  ShortSession(std::unique_ptr<WalkSession> whole, std::unique_ptr<WalkSession> lesser, const Takes& takes,
               const BytePath& byte_path)
      : whole_(std::move(whole)),
        lesser_(std::move(lesser)),
        takes_(&takes),
        byte_path_(&byte_path),
        alive_{{whole_ != nullptr, true}} {}

  std::vector<bool> allowed_bytes() override {
    std::vector<bool> allowed(256, false);
    if (alive_.back().whole) allowed = whole_->allowed_bytes();
    if (!alive_.back().lesser) return allowed;
    const std::vector<bool> more = lesser_->allowed_bytes();
    for (unsigned byte = 0; byte < 256; ++byte)
      allowed[byte] = allowed[byte] || (more[byte] && takes(text_ + static_cast<char>(byte)));
    return allowed;
  }
  bool accept_bytes(std::string_view bytes) override {
    std::size_t taken = 0;
    while (taken < bytes.size() && accept_byte(bytes[taken])) ++taken;
    if (taken < bytes.size()) {
      undo(taken);
      return false;
    }
    sizes_.push_back(taken);
    return true;
  }
  bool can_stop() override { return alive_.back().whole && whole_->can_stop(); }
  std::string finish() override { return alive_.back().whole ? whole_->finish() : lesser_->finish(); }
  std::string forced() override { return ""; }
  std::vector<std::uint32_t> mask() override { return byte_path_->mask(*this); }
  bool accept(std::uint32_t token) override {
    const engine::Vocabulary& vocabulary = byte_path_->vocabulary();
    if (token < vocabulary.size() && vocabulary.is_text(token)) return accept_bytes(vocabulary.bytes(token));
    if (!can_stop() || !whole_->accept(token)) return false;
    stopped_ = true;
    sizes_.push_back(0);
    return true;
  }
  bool rollback(std::size_t steps) override {
    if (steps > sizes_.size()) return false;
    for (; steps > 0; --steps) {
      if (stopped_ && !whole_->rollback(1)) return false;
      stopped_ = false;
      undo(sizes_.back());
      sizes_.pop_back();
    }
    return true;
  }
  std::unique_ptr<WalkSession> fork() override {
    auto copy = std::make_unique<ShortSession>(whole_ ? whole_->fork() : nullptr, lesser_->fork(), *takes_,
                                               *byte_path_);
    copy->text_ = text_;
    copy->alive_ = alive_;
    copy->sizes_ = sizes_;
    copy->stopped_ = stopped_;
    return copy;
  }
  std::uint64_t overruns() override {
    return (whole_ ? whole_->overruns() : std::uint64_t{0}) + lesser_->overruns();
  }

 private:
  struct Alive {
    bool whole = false;
    bool lesser = false;
  };

  bool takes(std::string_view prefix) const { return !*takes_ || (*takes_)(prefix); }

  bool accept_byte(char byte) {
    if (stopped_) return false;
    const std::string_view one(&byte, 1);
    Alive next;
    next.whole = alive_.back().whole && whole_->accept_bytes(one);
    next.lesser = alive_.back().lesser && lesser_->accept_bytes(one);
    if (next.lesser && !next.whole && !takes(text_ + byte)) {
      (void)lesser_->rollback(1);
      next.lesser = false;
    }
    if (!next.whole && !next.lesser) return false;
    text_ += byte;
    alive_.push_back(next);
    return true;
  }

  void undo(std::size_t bytes) {
    for (; bytes > 0; --bytes) {
      if (alive_.back().whole) (void)whole_->rollback(1);
      if (alive_.back().lesser) (void)lesser_->rollback(1);
      alive_.pop_back();
      text_.pop_back();
    }
  }

  std::unique_ptr<WalkSession> whole_;  // null where nothing satisfies the schema
  std::unique_ptr<WalkSession> lesser_;
  const Takes* takes_;
  const BytePath* byte_path_;
  std::string text_;
  std::vector<Alive> alive_;        // at the beginning, and after each byte
  std::vector<std::size_t> sizes_;  // bytes of each step
  bool stopped_ = false;
};

class ShortSubject final : public WalkSubject {
 public:
  ShortSubject(std::unique_ptr<WalkSubject> healthy, ShortSight sight, const BytePath& byte_path)
      : healthy_(std::move(healthy)), sight_(std::move(sight)), byte_path_(byte_path) {}
  std::string name() const override { return "shortsighted"; }
  WalkStart start(std::string_view schema) override {
    WalkStart whole = healthy_->start(schema);
    const bool answers = whole.compile.outcome == Compile::ok || whole.compile.outcome == Compile::empty;
    auto parsed = oracle::parse_json(schema);
    if (!answers || !parsed.ok()) return whole;
    const std::string before = write_json(parsed.value());
    for_each_schema(parsed.value(), sight_.less);
    const std::string after = write_json(parsed.value());
    if (after == before) return whole;
    WalkStart lesser = healthy_->start(after);
    if (!lesser.session) return whole;
    whole.compile = {};
    whole.session = std::make_unique<ShortSession>(std::move(whole.session), std::move(lesser.session),
                                                   sight_.takes, byte_path_);
    return whole;
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
  ShortSight sight_;
  const BytePath& byte_path_;
};

void drop(JsonValue& object, std::initializer_list<std::string_view> keywords) {
  (void)take_members(object, keywords);
}

// What only the end of a container can make false.
void forget_what_ends_settle(JsonValue& object) {
  drop(object, {"contains", "minContains", "required", "dependentRequired", "minItems", "minProperties"});
}

// A required name counts as one that can come, whatever it may hold.
void take_required_names_for_granted(JsonValue& object) {
  const JsonValue* required = find_member(object, "required");
  if (required == nullptr) return;
  JsonValue declared = json_object({});
  if (const JsonValue* properties = find_member(object, "properties")) declared = *properties;
  for (const JsonValue& name : required->items) {
    JsonValue* there = find_member(declared, name.text);
    if (there == nullptr) {
      declared.members.push_back({name.text, 0, 0, json_boolean(true)});
    } else if (there->kind == oracle::JsonKind::boolean) {
      *there = json_boolean(true);
    }
  }
  erase_member(object, "properties");
  object.members.push_back({"properties", 0, 0, std::move(declared)});
}

// An item that can satisfy either of two can satisfy both.
void reach_apart(JsonValue& object) {
  JsonValue* items = find_member(object, "items");
  const JsonValue* wanted = find_member(object, "contains");
  if (items == nullptr || wanted == nullptr) return;
  const bool bare = items->kind == oracle::JsonKind::boolean || wanted->kind == oracle::JsonKind::boolean;
  if (!bare) *items = json_object({{"anyOf", json_array({std::move(*items), *wanted})}});
}

}  // namespace

MaskFault shortsighted(std::string name, std::string sentence, Verdict verdict, std::string check,
                       std::string keyword, ShortSight sight) {
  MaskFault fault{std::move(name), std::move(sentence), verdict, std::move(check), false,
                  nullptr,         std::move(keyword)};
  fault.make = [sight = std::move(sight)](std::unique_ptr<WalkSubject> healthy,
                                          const BytePath& byte_path) -> std::unique_ptr<WalkSubject> {
    return std::make_unique<ShortSubject>(std::move(healthy), sight, byte_path);
  };
  return fault;
}

std::vector<MaskFault> shortsighted_faults() {
  using V = Verdict;
  std::vector<MaskFault> all = {
      shortsighted("end_comes_unprepared", "A child may come while its container is not yet false.",
                   V::mask_too_wide, "next_byte", "", {forget_what_ends_settle}),
      shortsighted("required_names_granted", "A required name that has not come can come.", V::mask_too_wide,
                   "next_byte", "required", {take_required_names_for_granted}),
      shortsighted("reached_apart", "What can hold by itself can hold together.", V::mask_too_wide,
                   "next_byte", "contains", {reach_apart}),
  };
  for (MaskFault& fault : shortsighted_distinct_faults()) all.push_back(std::move(fault));
  return all;
}

}  // namespace lockstep::conformance
