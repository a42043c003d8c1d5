// JSON values as numbers: equal values (Core section 4.2.2) have one number, so that 1 is 1.0 is 10e-1, a
// string is what it spells, and the members of an object have no order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/engine/json/document.h"
#include "lockstep/engine/lexical/decimal.h"
#include "lockstep/engine/lexical/far_number.h"
#include "lockstep/engine/machine/interned.h"

namespace lockstep::engine {

using ValueId = std::uint32_t;  // 0: none
using ListId = std::uint32_t;   // 0: empty

// Values, and lists of values that grow at their end and share what they begin with. Numbers are exact,
// exponents of any size too. Thread rules: one thread at a time.
class Values {
 public:
  enum class Kind : std::uint8_t {
    null,
    false_value,
    true_value,
    number,
    string,
    empty_array,
    array,
    object
  };
  using Member = std::pair<ValueId, ValueId>;  // the name as a string, the value

  // null, false, true.
  ValueId literal(Kind kind) { return intern({kind, {}, 0, 0, {}}); }
  ValueId number(std::string_view spelling);  // cost: its digits
  ValueId string(std::string_view decoded);
  ValueId empty_array() { return intern({Kind::empty_array, {}, 0, 0, {}}); }
  ValueId array(ValueId first, ValueId rest) { return intern({Kind::array, {}, first, rest, {}}); }
  ValueId object(std::vector<Member> members);  // in any order
  ValueId of(json::Value value);

  Kind kind(ValueId value) const { return values_[value].kind; }
  bool is_array(ValueId value) const {
    return kind(value) == Kind::array || kind(value) == Kind::empty_array;
  }
  bool is_container(ValueId value) const { return is_array(value) || kind(value) == Kind::object; }
  const std::string& text(ValueId value) const { return values_[value].text; }  // of a string
  // Of a number. nullopt: its exponent is beyond what a Decimal tells apart; then its spellings.
  std::optional<Decimal> decimal(ValueId value) const;
  FarNumber far_number(ValueId value) const;
  // The same; far ones as Decimal::saturating has them, which is enough to compare with a schema's numbers.
  Decimal decimal_or_far(ValueId value) const { return Decimal::saturating(values_[value].text); }
  ValueId first(ValueId array) const { return values_[array].first; }
  ValueId rest(ValueId array) const { return values_[array].rest; }
  const std::vector<Member>& members(ValueId object) const { return values_[object].members; }
  // The member of that name; 0: there is none.
  ValueId member(ValueId object, ValueId name) const;
  ValueId without(ValueId object, ValueId name);

  // `name`: 0 for an item.
  ListId append(ListId list, ValueId name, ValueId value);
  std::size_t size(ListId list) const { return lists_[list].size; }
  ListId before(ListId list) const { return lists_[list].before; }
  ValueId last(ListId list) const { return lists_[list].value; }
  bool holds(ListId list, ValueId value) const;  // cost: the list
  ValueId as_array(ListId list);
  ValueId as_object(ListId list);

  std::size_t memory_bytes() const { return values_.memory_bytes() + lists_.memory_bytes(); }

  // What came after a mark can be given back: those numbers name nothing any more.
  struct Mark {
    std::size_t values = 0, lists = 0;
    bool operator==(const Mark&) const = default;
  };
  Mark mark() const { return {values_.size(), lists_.size()}; }
  void release(const Mark& mark);
  // The value here that is equal to one of others.
  ValueId copy(const Values& others, ValueId value);

 private:
  struct Value {
    Kind kind = Kind::null;
    std::string text;
    ValueId first = 0;
    ValueId rest = 0;
    std::vector<Member> members;  // sorted by name
    bool operator==(const Value&) const = default;
  };
  struct List {
    ListId before = 0;
    ValueId name = 0;
    ValueId value = 0;
    std::uint32_t size = 0;
    bool operator==(const List&) const = default;
  };
  struct ValueHash {
    std::uint64_t operator()(const Value& value) const;
    static std::size_t heap(const Value& value) {
      return value.text.capacity() + value.members.capacity() * sizeof(Member);
    }
  };
  struct ListHash {
    std::uint64_t operator()(const List& list) const {
      return mixed(mixed(list.before, list.name), list.value);
    }
    static std::size_t heap(const List&) { return 0; }
  };
  ValueId intern(const Value& value) { return values_.intern(value); }

  Interned<Value, ValueHash> values_{Value{}};
  Interned<List, ListHash> lists_{List{}};
};

}  // namespace lockstep::engine
