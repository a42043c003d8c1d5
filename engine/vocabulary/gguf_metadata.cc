// Every read goes through Cursor, which knows how many bytes there are.
#include "lockstep/engine/vocabulary/gguf_metadata.h"

#include <limits>
#include <utility>

namespace lockstep::engine {
namespace {

constexpr std::uint32_t kLastType = 12;

// Bytes of a value of fixed size; 0 for strings and arrays.
std::size_t size_of(GgufType type) {
  switch (type) {
    case GgufType::u8:
    case GgufType::i8:
    case GgufType::boolean:
      return 1;
    case GgufType::u16:
    case GgufType::i16:
      return 2;
    case GgufType::u32:
    case GgufType::i32:
    case GgufType::f32:
      return 4;
    case GgufType::u64:
    case GgufType::i64:
    case GgufType::f64:
      return 8;
    case GgufType::string:
    case GgufType::array:
      return 0;
  }
  return 0;
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
  return value;
}

bool is_integer(GgufType type) {
  return size_of(type) != 0 && type != GgufType::f32 && type != GgufType::f64 && type != GgufType::boolean;
}

bool is_signed(GgufType type) {
  return type == GgufType::i8 || type == GgufType::i16 || type == GgufType::i32 || type == GgufType::i64;
}

// Sign-extended; a u64 above 2^63-1 is reported as -1, which no user of these values admits.
std::int64_t integer_of(GgufType type, std::string_view bytes) {
  const std::uint64_t raw = little_endian(bytes);
  if (!is_signed(type))
    return raw > std::uint64_t{std::numeric_limits<std::int64_t>::max()} ? -1 : std::int64_t(raw);
  const unsigned unused = 64U - 8U * static_cast<unsigned>(bytes.size());
  return static_cast<std::int64_t>(raw << unused) >> unused;
}

class Cursor {
 public:
  Cursor(std::string_view bytes, const VocabularyLimits& limits, bool complete)
      : bytes_(bytes), limits_(limits), complete_(complete) {}

  Result<GgufMetadata> run() {
    GgufMetadata metadata;
    if (!header() || !entries(metadata)) return *error_;
    return metadata;
  }

 private:
  std::size_t left() const { return bytes_.size() - at_; }

  bool fail(const char* code, std::string message) {
    error_ = Error{code, std::move(message), at_, ""};
    return false;
  }

  // `size` bytes are needed here and there are fewer.
  bool fail_short(std::uint64_t size, const char* what) {
    const std::string message = std::string(what) + " needs " + std::to_string(size) + " bytes, " +
                                std::to_string(left()) + " are left";
    if (complete_) return fail("truncated_file", "the file ends early: " + message);
    if (size > limits_.max_file_bytes) {
      return fail("oversized_file", message + " and the limit is " + std::to_string(limits_.max_file_bytes));
    }
    return fail("prefix_too_short", message);
  }

  bool take(std::uint64_t size, const char* what, std::string_view& out) {
    if (size > left()) return fail_short(size, what);
    out = bytes_.substr(at_, static_cast<std::size_t>(size));
    at_ += static_cast<std::size_t>(size);
    return true;
  }

  bool number(std::size_t size, const char* what, std::uint64_t& out) {
    std::string_view raw;
    if (!take(size, what, raw)) return false;
    out = little_endian(raw);
    return true;
  }

  bool string(const char* what, std::string_view& out) {
    std::uint64_t size = 0;
    return number(8, what, size) && take(size, what, out);
  }

  bool type(GgufType& out) {
    std::uint64_t raw = 0;
    const std::size_t start = at_;
    if (!number(4, "a value type", raw)) return false;
    if (raw > kLastType) {
      at_ = start;
      return fail("bad_gguf", "unknown value type " + std::to_string(raw));
    }
    out = static_cast<GgufType>(raw);
    return true;
  }

  bool header() {
    std::string_view magic;
    std::uint64_t version = 0;
    std::uint64_t tensors = 0;
    if (!take(4, "the magic", magic)) return false;
    if (magic != "GGUF") {
      at_ = 0;
      return fail("bad_gguf", "the file does not begin with GGUF");
    }
    if (!number(4, "the version", version)) return false;
    if (version != 2 && version != 3) {
      at_ = 4;
      return fail("unsupported_gguf",
                  (version & 0xFFFFU) == 0 && version != 0
                      ? std::string("big endian GGUF files are not read")
                      : "GGUF version " + std::to_string(version) + "; versions 2 and 3 are read");
    }
    return number(8, "the number of tensors", tensors) && number(8, "the number of entries", count_);
  }

  bool entries(GgufMetadata& metadata) {
    if (count_ > limits_.max_gguf_entries) {
      return fail("oversized_file", std::to_string(count_) + " metadata entries, the limit is " +
                                        std::to_string(limits_.max_gguf_entries));
    }
    for (std::uint64_t i = 0; i < count_; ++i) {
      const std::size_t start = at_;
      std::string_view key;
      GgufEntry entry;
      if (!string("a key", key) || !type(entry.type) || !value(entry)) return false;
      if (!metadata.entries.emplace(key, entry).second) {
        at_ = start;
        return fail("duplicate_key", "the key '" + std::string(key.substr(0, 80)) + "' is given twice");
      }
    }
    return true;
  }

  bool value(GgufEntry& entry) {
    if (entry.type == GgufType::array) return array(entry);
    if (entry.type == GgufType::string) {
      std::uint64_t size = 0;
      if (!number(8, "a text", size)) return false;
      entry.begin = at_;
      return take(size, "a text", entry.payload);
    }
    entry.begin = at_;
    return take(size_of(entry.type), "a value", entry.payload);
  }

  bool array(GgufEntry& entry) {
    if (!type(entry.element) || !number(8, "an array", entry.count)) return false;
    entry.begin = at_;
    if (entry.element == GgufType::array) return fail("bad_gguf", "arrays of arrays are not read");
    // A string takes at least the eight bytes of its length.
    const std::size_t each = entry.element == GgufType::string ? 8 : size_of(entry.element);
    if (entry.count > left() / each) {
      const bool fits = entry.count <= std::numeric_limits<std::uint64_t>::max() / each;
      return fail_short(fits ? entry.count * each : std::numeric_limits<std::uint64_t>::max(), "an array");
    }
    if (entry.element != GgufType::string) return take(entry.count * each, "an array", entry.payload);
    std::string_view text;
    for (std::uint64_t i = 0; i < entry.count; ++i) {
      if (!string("a text in an array", text)) return false;
    }
    entry.payload = bytes_.substr(entry.begin, at_ - entry.begin);
    return true;
  }

  std::string_view bytes_;
  const VocabularyLimits& limits_;
  bool complete_;
  std::size_t at_ = 0;
  std::uint64_t count_ = 0;
  std::optional<Error> error_;
};

Error wrong_type(std::string_view key, const GgufEntry& entry) {
  return {"bad_key_type", "the key '" + std::string(key) + "' has the wrong type", entry.begin, ""};
}

}  // namespace

const GgufEntry* GgufMetadata::find(std::string_view key) const {
  const auto found = entries.find(key);
  return found == entries.end() ? nullptr : &found->second;
}

Result<std::string_view> GgufMetadata::string(std::string_view key) const {
  const GgufEntry* entry = find(key);
  if (entry == nullptr) return Error{"missing_key", "there is no key '" + std::string(key) + "'", {}, ""};
  if (entry->type != GgufType::string) return wrong_type(key, *entry);
  return entry->payload;
}

Result<std::optional<std::uint64_t>> GgufMetadata::integer(std::string_view key) const {
  const GgufEntry* entry = find(key);
  if (entry == nullptr) return std::optional<std::uint64_t>();
  if (!is_integer(entry->type)) return wrong_type(key, *entry);
  const std::int64_t value = integer_of(entry->type, entry->payload);
  if (value < 0)
    return Error{"bad_number", "the key '" + std::string(key) + "' is out of range", entry->begin, ""};
  return std::optional<std::uint64_t>(static_cast<std::uint64_t>(value));
}

Result<std::vector<std::string_view>> GgufMetadata::strings(std::string_view key) const {
  const GgufEntry* entry = find(key);
  if (entry == nullptr) return Error{"missing_key", "there is no key '" + std::string(key) + "'", {}, ""};
  if (entry->type != GgufType::array || entry->element != GgufType::string) return wrong_type(key, *entry);
  std::vector<std::string_view> texts;
  texts.reserve(static_cast<std::size_t>(entry->count));  // at most an eighth of the bytes that are there
  std::string_view rest = entry->payload;
  while (!rest.empty()) {
    const auto size = static_cast<std::size_t>(little_endian(rest.substr(0, 8)));
    texts.push_back(rest.substr(8, size));
    rest.remove_prefix(8 + size);
  }
  return texts;
}

Result<std::vector<std::int64_t>> GgufMetadata::integers(std::string_view key) const {
  const GgufEntry* entry = find(key);
  std::vector<std::int64_t> values;
  if (entry == nullptr) return values;
  if (entry->type != GgufType::array || !is_integer(entry->element)) return wrong_type(key, *entry);
  const std::size_t each = size_of(entry->element);
  values.reserve(static_cast<std::size_t>(entry->count));
  for (std::size_t at = 0; at < entry->payload.size(); at += each) {
    values.push_back(integer_of(entry->element, entry->payload.substr(at, each)));
  }
  return values;
}

Result<GgufMetadata> read_gguf_metadata(std::string_view bytes, const VocabularyLimits& limits,
                                        bool complete) {
  return Cursor(bytes, limits, complete).run();
}

}  // namespace lockstep::engine
