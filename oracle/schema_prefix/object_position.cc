// An open object: which members may still come so that all demands are met? Members that are required, or
// that demands on some member call for, are given to names one by one or to classes of names; then only the
// number of members is left to ask for.
#include <algorithm>

#include "lockstep/oracle/schema_prefix/position.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostTries = 4'000;  // ways to meet the demands

// A member that has to come, or the open one.
struct Slot {
  std::string name;               // where it is known
  const NameClass* of = nullptr;  // else its class
  Conjunction names;              // more that the name satisfies
  Conjunction value;              // all that the value satisfies
};

class ObjectQuestion {
 public:
  ObjectQuestion(Position& position, const Clause& clause, const Applied& applied,
                 const PartialValue& partial)
      : position_(position),
        language_(position.language()),
        clause_(clause),
        members_(clause.members),
        applied_(applied),
        partial_(partial),
        order_(position.orders().order_of(applied)) {}

  Answer run() {
    if (members_.sizes.is_empty()) return Answer::no();
    known_ = clause_.named();
    known_.insert(order_.declared().begin(), order_.declared().end());
    Answer all = Answer::yes();
    for (const JsonMember& member : partial_.value.members) {
      all = both(all, closed_member(member));
      if (all.is_no()) return all;
    }
    for (const MemberDemand& demand : members_.demands) {
      const Answer met = is_met(demand);
      if (met.is_unknown()) return met;
      if (met.is_no()) demands_.push_back(&demand);
    }
    switch (partial_.tail) {
      case PartialTail::may_close:
        return both(all, complete(nullptr));
      case PartialTail::in_part:
        return both(all, named_member());
      default:
        return both(all, some_member());
    }
  }

 private:
  // --- what is there

  Answer may_be_named(const std::string& name) {
    if (members_.forbidden.contains(name)) return Answer::no();
    return language_.check_name(members_.names, name);
  }

  Answer closed_member(const JsonMember& member) {
    Answer all = may_be_named(member.name);
    if (all.is_no()) return all;
    const auto& [sure, value] = language_.member(clause_, member.name);
    all = both(all, both(language_.check(value, member.value), sure));
    used_.insert(member.name);
    order_.take(member.name);
    return all;
  }

  Answer is_met(const MemberDemand& demand) {
    Answer any = Answer::no();
    for (const JsonMember& member : partial_.value.members) {
      const Answer one =
          both(language_.check_name(demand.name, member.name), language_.check(demand.value, member.value));
      any = either(any, one);
    }
    return any;
  }

  // --- the open member

  Answer named_member() {
    const std::string& name = partial_.name.text;
    Answer all = may_be_named(name);
    if (all.is_no()) return all;
    const auto& [sure, value] = language_.member(clause_, name);
    if (!sure.is_yes()) return sure;
    used_.insert(name);
    order_.take(name);
    open_value_ = partial_.last.get();
    open_applied_ = position_.orders().of_member(applied_, name);
    Slot open{name, nullptr, {}, value};
    return both(all, complete(&open));
  }

  // Behind a comma, or in a name: which member may it be?
  Answer some_member() {
    open_name_ = partial_.tail == PartialTail::in_name ? partial_.name : PartialString();
    const MemberOrder before = order_;
    Answer any = Answer::no();
    const std::vector<NameClass>* classes = language_.classes(clause_, known_);
    if (classes == nullptr) any = Answer::unknown("keyword: patternProperties");
    for (std::size_t i = 0; classes != nullptr && i < classes->size() && !any.is_yes(); ++i) {
      Slot open{{}, &(*classes)[i], {}, (*classes)[i].value};
      order_ = before;
      order_.take(kUndeclared);
      any = either(any, complete(&open));
    }
    for (const std::string& name : known_) {
      if (any.is_yes()) break;
      order_ = before;
      if (used_.contains(name) || !order_.admits(name) || !open_name_.may_become(name)) continue;
      const Answer named = may_be_named(name);
      if (named.is_no()) continue;
      const auto& [sure, value] = language_.member(clause_, name);
      Slot open{name, nullptr, {}, value};
      used_.insert(name);
      order_.take(name);
      any = either(any, both(both(named, sure), complete(&open)));
      used_.erase(name);
    }
    order_ = before;
    return any;
  }

  // --- what has to come

  // Can the object be completed with the open member, if there is one?
  Answer complete(const Slot* open) {
    slots_.clear();
    tries_ = 0;
    has_open_ = open != nullptr;
    if (has_open_) slots_.push_back(*open);
    Answer all = Answer::yes();
    for (const std::string& name : members_.required) {
      if (used_.contains(name)) continue;
      all = both(all, add_named(name));
      if (all.is_no()) return all;
    }
    // Before anything is asked of values: too many members.
    if (!members_.sizes.allows(count())) return Answer::no();
    return both(all, meet(0));
  }

  std::size_t count() const {
    std::size_t count = used_.size() + slots_.size();
    if (has_open_ && slots_.front().of == nullptr) --count;  // its name is among the used ones
    return count;
  }

  Answer add_named(const std::string& name) {
    if (!order_.admits(name)) return Answer::no();
    const Answer named = may_be_named(name);
    const auto& [sure, value] = language_.member(clause_, name);
    slots_.push_back({name, nullptr, {}, value});
    return both(named, sure);
  }

  // Gives the demands from this one on to members.
  Answer meet(std::size_t which) {
    if (which == demands_.size()) return ask_values();
    if (++tries_ > kMostTries) return Answer::unknown("members: too many ways");
    const MemberDemand& demand = *demands_[which];
    Answer any = Answer::no();
    for (std::size_t i = 0; i < slots_.size() && !any.is_yes(); ++i) {
      any = either(any, meet_by(i, demand, which));
    }
    if (any.is_yes() || !members_.sizes.allows(count() + 1)) return any;
    const std::vector<NameClass>* classes = language_.classes(clause_, known_);
    if (classes == nullptr) any = either(any, Answer::unknown("keyword: patternProperties"));
    for (std::size_t i = 0; classes != nullptr && i < classes->size() && !any.is_yes(); ++i) {
      slots_.push_back({{}, &(*classes)[i], {}, (*classes)[i].value});
      any = either(any, meet_by(slots_.size() - 1, demand, which));
      slots_.pop_back();
    }
    for (const std::string& name : known_) {
      if (any.is_yes()) break;
      if (used_.contains(name) || is_slot(name)) continue;
      const std::size_t size = slots_.size();
      const Answer named = add_named(name);
      if (!named.is_no()) any = either(any, both(named, meet_by(size, demand, which)));
      slots_.resize(size);
    }
    return any;
  }

  bool is_slot(const std::string& name) const {
    return std::any_of(slots_.begin(), slots_.end(),
                       [&name](const Slot& slot) { return slot.of == nullptr && slot.name == name; });
  }

  Answer meet_by(std::size_t index, const MemberDemand& demand, std::size_t which) {
    const Slot before = slots_[index];
    Answer named = Answer::yes();
    if (before.of == nullptr) {
      named = language_.check_name(demand.name, before.name);
      if (named.is_no()) return named;
    } else {
      add(slots_[index].names, demand.name);
    }
    add(slots_[index].value, demand.value);
    const Answer rest = both(named, meet(which + 1));
    slots_[index] = before;
    return rest;
  }

  // --- is there all that has to come?

  Answer ask_values() {
    Answer all = enough_members();
    std::set<const NameClass*> seen;
    for (const Slot& slot : slots_) {
      if (all.is_no()) return all;
      if (slot.of != nullptr && seen.insert(slot.of).second) all = both(all, have_names(*slot.of));
    }
    for (std::size_t i = 0; i < slots_.size() && !all.is_no(); ++i) {
      const bool open = has_open_ && i == 0 && open_value_ != nullptr;
      all = both(all, open ? position_.viable(slots_[i].value, open_applied_, *open_value_)
                           : position_.satisfiable().ask(slots_[i].value));
    }
    return all;
  }

  // Used names that are of the kind, surely and perhaps.
  AmountRange taken(const Conjunction& names, const PartialString& begun) {
    AmountRange count;
    for (const std::string& name : used_) {
      if (known_.contains(name) || !begun.may_become(name)) continue;
      const Answer inside = language_.check_name(names, name);
      if (inside.is_yes()) ++count.least;
      if (!inside.is_no()) ++count.most;
    }
    return count;
  }

  std::size_t slots_of(const NameClass& of) const {
    return static_cast<std::size_t>(
        std::count_if(slots_.begin(), slots_.end(), [&of](const Slot& slot) { return slot.of == &of; }));
  }

  // A name for every slot of a class, none that another member has. The slots with the fewest names choose
  // first: each needs one more than those before it may have taken.
  Answer have_names(const NameClass& of) {
    const std::size_t wanted = slots_of(of);
    const bool open = has_open_ && slots_.front().of == &of;
    Answer all = Answer::yes();
    std::vector<std::size_t> free;  // names for each, without the used ones
    for (std::size_t i = 0; i < slots_.size() && !all.is_no(); ++i) {
      if (slots_[i].of != &of) continue;
      const PartialString begun = open && i == 0 ? open_name_ : PartialString();
      Conjunction names = of.name;
      add(names, slots_[i].names);
      const AmountRange gone = taken(names, begun);
      const AmountRange range = language_.count_names(names, begun, gone.most + wanted);
      if (range.most <= gone.least) all = Answer::no();
      free.push_back(range.least - std::min(range.least, gone.most));
    }
    if (all.is_no()) return all;
    std::sort(free.begin(), free.end());
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (free[i] < i + 1) return Answer::unknown("keyword: patternProperties");
    }
    return all;
  }

  // Are there enough others for minProperties?
  Answer enough_members() {
    const SizeRange& sizes = members_.sizes;
    const std::size_t so_far = count();
    if (!sizes.allows(so_far)) return Answer::no();
    if (!sizes.wants_more_than(so_far)) return Answer::yes();
    std::size_t surely = so_far;
    std::size_t perhaps = so_far;
    Answer reason = Answer::unknown("minProperties");
    for (const std::string& name : known_) {
      if (used_.contains(name) || is_slot(name) || !order_.admits(name)) continue;
      const auto& [sure, value] = language_.member(clause_, name);
      const Answer usable = both(both(may_be_named(name), sure), position_.satisfiable().ask(value));
      if (usable.is_unknown()) reason = usable;
      if (!usable.is_no()) ++perhaps;
      if (usable.is_yes()) ++surely;
    }
    if (!sizes.wants_more_than(surely)) return Answer::yes();
    return enough_unknown_names(surely, perhaps, reason);
  }

  Answer enough_unknown_names(std::size_t surely, std::size_t perhaps, Answer reason) {
    constexpr std::size_t kMany = 1'000'000'000'000;
    const std::optional<unsigned long long> least = to_count(members_.sizes.least);
    const std::vector<NameClass>* classes = language_.classes(clause_, known_);
    if (classes == nullptr) return Answer::unknown("keyword: patternProperties");
    for (const NameClass& of : *classes) {
      const Answer usable = position_.satisfiable().ask(of.value);
      if (usable.is_no()) continue;
      if (usable.is_unknown()) reason = usable;
      const AmountRange gone = taken(of.name, {});
      const std::size_t own = slots_of(of);
      const AmountRange names = language_.count_names(of.name, {}, kMany);
      if (usable.is_yes()) surely += names.least > gone.most + own ? names.least - gone.most - own : 0;
      if (names.most >= kMany || names.most > gone.least + own) perhaps += names.most - gone.least - own;
    }
    // As many as are counted to are as many as anybody wants.
    if (surely >= kMany / 2 && least && *least < kMany / 2) return Answer::yes();
    if (!members_.sizes.wants_more_than(surely)) return Answer::yes();
    return members_.sizes.wants_more_than(perhaps) && perhaps < kMany / 2 ? Answer::no() : reason;
  }

  // No name of a text: it is not UTF-8.
  static constexpr std::string_view kUndeclared = "\xFF";

  Position& position_;
  Language& language_;
  const Clause& clause_;
  const ObjectDemands& members_;
  const Applied& applied_;
  const PartialValue& partial_;
  MemberOrder order_;
  std::set<std::string> known_;  // names that are looked at one by one
  std::set<std::string> used_;
  std::vector<const MemberDemand*> demands_;  // that no closed member meets
  const PartialValue* open_value_ = nullptr;
  PartialString open_name_;
  Applied open_applied_;
  std::vector<Slot> slots_;
  bool has_open_ = false;
  std::size_t tries_ = 0;
};

}  // namespace

Answer object_viable(Position& position, const Clause& clause, const Applied& applied,
                     const PartialValue& partial) {
  return ObjectQuestion(position, clause, applied, partial).run();
}

}  // namespace lockstep::oracle
