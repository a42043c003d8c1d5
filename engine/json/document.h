// A JSON text that was read strictly (RFC 8259): values in the order of the text, with their exact spelling
// and place.
//
// A Document is one array of 20-byte nodes in pre-order beside the source text; strings and numbers are views
// into the text (a string with escapes has its decoded form in a side buffer). Nothing is converted to binary
// floating point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::engine::json {

enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

// "null", "boolean", "number", "string", "array", "object".
std::string_view name(Kind kind);

struct Span {
  std::size_t begin = 0;  // byte offset of the first byte
  std::size_t end = 0;    // byte offset past the last byte
};

struct Data;  // the arena; parser.cc fills it

class Value;
struct Member;
class Elements;
class Members;

// One value of a document: a small handle, valid while any copy of its Document lives. Asking for what
// another kind has is a programming error and ends the process; look at kind() first. Thread rules: reading
// is safe from any number of threads.
class Value {
 public:
  Kind kind() const;
  bool is(Kind wanted) const { return kind() == wanted; }

  Span span() const;             // of the whole value, quotes and brackets included
  std::string_view raw() const;  // the source text of that span
  bool boolean() const;
  std::string_view number() const;  // the spelling in the source, e.g. "-0", "1.50", "1e400"
  std::string_view string() const;  // decoded, UTF-8, may hold U+0000

  std::size_t size() const;   // elements of an array, members of an object
  Elements elements() const;  // of an array, in order
  Members members() const;    // of an object, in order

  // The member of an object with that (decoded) name. Cost: linear up to 16 members, logarithmic above.
  std::optional<Value> find(std::string_view wanted) const;

  // A number that is spelled as a plain non-negative integer up to 2^64-1 ("0", "17"; not "1e3", not "1.0").
  std::optional<std::uint64_t> as_u64() const;

  // Equal iff they are the same value of the same document.
  bool operator==(const Value& other) const = default;

 private:
  friend class Document;
  friend class Elements;
  friend class Members;
  Value(const Data* data, std::uint32_t index) : data_(data), index_(index) {}
  const Data* data_;
  std::uint32_t index_;
};

// Ranges over the children of a value, for range-based for loops.
class Elements {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Value;
    Value operator*() const { return {data_, index_}; }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    friend class Elements;
    Iterator(const Data* data, std::uint32_t index) : data_(data), index_(index) {}
    const Data* data_;
    std::uint32_t index_;
  };
  Iterator begin() const { return {data_, first_}; }
  Iterator end() const { return {data_, last_}; }

 private:
  friend class Value;
  Elements(const Data* data, std::uint32_t first, std::uint32_t last)
      : data_(data), first_(first), last_(last) {}
  const Data* data_;
  std::uint32_t first_;
  std::uint32_t last_;
};

class Members {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Member;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Member;
    Member operator*() const;
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    friend class Members;
    Iterator(const Data* data, std::uint32_t index) : data_(data), index_(index) {}
    const Data* data_;
    std::uint32_t index_;
  };
  Iterator begin() const { return {data_, first_}; }
  Iterator end() const { return {data_, last_}; }

 private:
  friend class Value;
  Members(const Data* data, std::uint32_t first, std::uint32_t last)
      : data_(data), first_(first), last_(last) {}
  const Data* data_;
  std::uint32_t first_;
  std::uint32_t last_;
};

struct Member {
  Value key;  // a string value: its span is where the name stands
  Value value;
  std::string_view name() const { return key.string(); }
};

// Owns the source text and the nodes. Copies share them. Made by parse() (parser.h), never empty.
// Thread rules: immutable; may be read and copied by any number of threads.
class Document {
 public:
  Value root() const;
  std::string_view text() const;

  // RFC 6901 pointer of a value of this document ("" is the root). A name of a member has the pointer of the
  // member. Cost: linear in the number of siblings on the way down.
  std::string pointer(const Value& value) const;

  // The value at an RFC 6901 pointer (without the "#" and the percent escapes of a URI fragment), if there is
  // one.
  std::optional<Value> resolve(std::string_view pointer) const;

  std::size_t memory_bytes() const;  // held by the text and the arena

 private:
  friend class Parser;
  explicit Document(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

}  // namespace lockstep::engine::json
