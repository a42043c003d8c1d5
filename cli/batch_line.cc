// Splits a batch line into its fields by byte spans, so that a schema reaches the subject as it stands; every
// other field is then read strictly.
#include "lockstep/cli/batch_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "lockstep/cli/input.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::cli {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

struct Field {
  std::string_view text;   // the value, without white space around it
  std::size_t offset = 0;  // of the value in the line
};

// In order of name; a name is compared as it is spelled (the names of the format need no escapes).
using Fields = std::map<std::string_view, Field>;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

CodedError fault(const char* code, std::string message, std::size_t offset) {
  return {code, std::move(message), fmt::format("byte {}", offset),
          "see 'lockstep check --help' for the fields"};
}

// Finds where the fields of an object stand. It trusts nothing inside a value but quotes and brackets.
class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  std::optional<CodedError> split(Fields& fields) {
    skip_space();
    if (!take('{')) return fault("bad_line", "the line is not a JSON object", at_);
    skip_space();
    if (take('}')) return end();
    do {
      skip_space();
      const std::size_t name_begin = at_ + 1;
      if (at_ >= line_.size() || line_[at_] != '"' || !skip_string()) {
        return fault("bad_line", "a field's name is missing", at_);
      }
      const std::string_view name = line_.substr(name_begin, at_ - 1 - name_begin);
      skip_space();
      if (!take(':')) return fault("bad_line", "':' is missing after a field's name", at_);
      skip_space();
      const std::size_t begin = at_;
      if (!skip_value()) return fault("bad_line", "the line ends inside a value", line_.size());
      std::size_t stop = at_;
      while (stop > begin && is_space(line_[stop - 1])) --stop;
      if (stop == begin) return fault("bad_line", "a value is missing", begin);
      if (!fields.emplace(name, Field{line_.substr(begin, stop - begin), begin}).second) {
        return fault("duplicate_field", fmt::format("the field '{}' stands twice", name), name_begin - 1);
      }
    } while (take(','));
    if (!take('}')) return fault("bad_line", "the object is not closed", at_);
    return end();
  }

 private:
  void skip_space() {
    while (at_ < line_.size() && is_space(line_[at_])) ++at_;
  }
  bool take(char c) {
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::optional<CodedError> end() {
    skip_space();
    if (at_ < line_.size()) return fault("bad_line", "something follows the object", at_);
    return std::nullopt;
  }
  // At a quote; true with at_ behind the closing one.
  bool skip_string() {
    for (++at_; at_ < line_.size(); ++at_) {
      if (line_[at_] == '\\') {
        ++at_;
      } else if (line_[at_] == '"') {
        ++at_;
        return true;
      }
    }
    return false;
  }
  // Up to the ',' or '}' that ends the value.
  bool skip_value() {
    std::size_t open = 0;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == '"') {
        if (!skip_string()) return false;
        continue;
      }
      if (open == 0 && (c == ',' || c == '}')) return true;
      if (c == '{' || c == '[') ++open;
      if ((c == '}' || c == ']') && open > 0) --open;
      ++at_;
    }
    return false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
};

// Reads the fields other than the schema; the first fault wins.
class Reader {
 public:
  Reader(const Fields& fields, BatchRequest& request) : fields_(fields), request_(request) {}

  std::optional<CodedError> read() {
    check_names();
    id();
    source();
    instances();
    policy();
    draft();
    format();
    masks();
    return std::move(fault_);
  }

 private:
  void check_names() {
    constexpr std::array<std::string_view, 10> kNames = {"id",     "schema", "grammar", "regex",  "instances",
                                                         "policy", "draft",  "format",  "tokens", "mask_at"};
    for (const auto& [name, field] : fields_) {
      if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) {
        say("unknown_field", fmt::format("the field '{}' is unknown", name), field.offset);
      }
    }
  }

  const Field* find(std::string_view name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? nullptr : &found->second;
  }

  void say(const char* code, std::string message, std::size_t offset) {
    if (!fault_) fault_ = fault(code, std::move(message), offset);
  }

  std::optional<JsonValue> parse(std::string_view name, const Field& field) {
    oracle::Outcome<JsonValue> value =
        oracle::parse_json(field.text, {.bytes = std::max<std::size_t>(field.text.size(), 1), .depth = 1000});
    if (value) return std::move(value.value());
    say("bad_field", fmt::format("the field '{}': {}: {}", name, value.error().code, value.error().message),
        field.offset + value.error().offset);
    return std::nullopt;
  }

  // The string in a field, which must hold one; nullopt where the field is absent.
  std::optional<std::string> text(std::string_view name) {
    const Field* field = find(name);
    if (field == nullptr) return std::nullopt;
    std::optional<JsonValue> value = parse(name, *field);
    if (!value) return std::nullopt;
    if (value->kind == JsonKind::string) return std::move(value->text);
    say("bad_field", fmt::format("the field '{}' is not a string", name), field->offset);
    return std::nullopt;
  }

  void id() {
    const Field* field = find("id");
    if (field == nullptr) return say("missing_field", "the field 'id' is missing", 0);
    const std::optional<JsonValue> value = parse("id", *field);
    if (!value) return;
    if (value->kind != JsonKind::string && value->kind != JsonKind::number) {
      return say("bad_field", "the field 'id' is not a string or a number", field->offset);
    }
    request_.id = field->text;
  }

  void source() {
    int sources = 0;
    if (const Field* field = find("schema")) {
      ++sources;
      request_.kind = BatchRequest::Kind::schema;
      if (field->text.starts_with('"')) {
        if (std::optional<std::string> decoded = text("schema")) request_.text = std::move(*decoded);
      } else {
        request_.text = field->text;
      }
    }
    for (const auto& [name, kind] :
         {std::pair{"grammar", BatchRequest::Kind::grammar}, std::pair{"regex", BatchRequest::Kind::regex}}) {
      if (find(name) == nullptr) continue;
      ++sources;
      request_.kind = kind;
      if (std::optional<std::string> decoded = text(name)) request_.text = std::move(*decoded);
    }
    if (sources == 0) say("missing_field", "one of 'schema', 'grammar' and 'regex' is missing", 0);
    if (sources > 1) say("bad_field", "only one of 'schema', 'grammar' and 'regex' can be judged", 0);
  }

  void instances() {
    const Field* field = find("instances");
    if (field == nullptr) return say("missing_field", "the field 'instances' is missing", 0);
    std::optional<JsonValue> value = parse("instances", *field);
    if (!value) return;
    if (value->kind != JsonKind::array)
      return say("bad_field", "the field 'instances' is not an array", field->offset);
    for (JsonValue& one : value->items) {
      std::optional<std::string> bytes = instance(one);
      if (!bytes) {
        return say("bad_field",
                   "an instance is a string, or {\"hex\": \"...\"} with an even number of hex digits",
                   field->offset + one.begin);
      }
      request_.instances.push_back(std::move(*bytes));
    }
  }

  static std::optional<std::string> instance(JsonValue& value) {
    if (value.kind == JsonKind::string) return std::move(value.text);
    if (value.kind != JsonKind::object || value.members.size() != 1 || value.members[0].name != "hex")
      return std::nullopt;
    const JsonValue& hex = value.members[0].value;
    if (hex.kind != JsonKind::string || hex.text.size() % 2 != 0) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < hex.text.size(); i += 2) {
      const int high = hex_digit(hex.text[i]);
      const int low = hex_digit(hex.text[i + 1]);
      if (high < 0 || low < 0) return std::nullopt;
      bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
  }

  static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  }

  void beyond(const char* name) {
    if (request_.beyond.empty()) request_.beyond = name;
  }

  // The preset "spec", by name or field by field, is the language of whole documents; any other value of a
  // known field is beyond such subjects.
  void policy() {
    const Field* field = find("policy");
    if (field == nullptr) return;
    const std::optional<JsonValue> value = parse("policy", *field);
    if (!value) return;
    if (value->kind == JsonKind::string) return preset(value->text, field->offset);
    if (value->kind != JsonKind::object) {
      return say("bad_field", "the field 'policy' is not a preset's name or an object", field->offset);
    }
    for (const oracle::JsonMember& member : value->members) policy_field(member, field->offset);
  }

  // The values of each field in conformance/spec/policy.md, that of the preset "spec" first.
  void policy_field(const oracle::JsonMember& member, std::size_t offset) {
    static const std::map<std::string_view, std::vector<std::string_view>> kFields = {
        {"whitespace", {"any", "bounded", "single", "compact"}},
        {"outer_whitespace", {"json", "none"}},
        {"key_order", {"any", "declared"}},
        {"numbers", {"json", "plain", "canonical"}},
        {"number_bytes", {"none"}},
        {"escapes", {"json", "minimal"}}};
    const JsonValue& value = member.value;
    const bool text = value.kind == JsonKind::string;
    if (member.name == "preset" && text) return preset(value.text, offset + value.begin);
    if (member.name == "format" && text) return set_format(value.text, offset + value.begin);
    const auto known = kFields.find(member.name);
    if (known == kFields.end()) {
      return say("unknown_field", fmt::format("the policy field '{}' is unknown, or no string", member.name),
                 offset + member.name_begin);
    }
    const std::vector<std::string_view>& values = known->second;
    const bool bytes = member.name == "number_bytes" && value.kind == JsonKind::number &&
                       value.text.find_first_not_of("0123456789") == std::string::npos;
    if (!bytes && (!text || std::find(values.begin(), values.end(), value.text) == values.end())) {
      return say("bad_field", fmt::format("the policy field '{}' has no such value", member.name),
                 offset + value.begin);
    }
    if (bytes || value.text != values.front()) beyond("policy");
    request_.policy.emplace_back(member.name, value.text);
  }

  void preset(const std::string& name, std::size_t offset) {
    request_.policy.emplace_back("preset", name);
    if (name == "spec") return;
    if (name == "model" || name == "canonical") return beyond("policy");
    say("bad_field", fmt::format("no policy preset is called '{}'", name), offset);
  }

  void draft() {
    const std::optional<std::string> name = text("draft");
    if (!name) return;
    if (const std::optional<std::string> uri = dialect_uri(*name)) {
      request_.dialect = *uri;
    } else {
      say("bad_field", fmt::format("no draft is called '{}'", *name), find("draft")->offset);
    }
  }

  void format() {
    if (const std::optional<std::string> value = text("format")) set_format(*value, find("format")->offset);
  }

  void set_format(const std::string& value, std::size_t offset) {
    if (value != "assert" && value != "annotate") {
      return say("bad_field", fmt::format("format is 'assert' or 'annotate', not '{}'", value), offset);
    }
    const bool assert_it = value == "assert";
    if (request_.assert_formats.value_or(assert_it) != assert_it) {
      return say("bad_field", "'format' and 'policy' contradict each other", offset);
    }
    request_.assert_formats = assert_it;
  }

  void masks() {
    if (const std::optional<std::string> order = text("tokens")) {
      if (*order != "canonical" && *order != "random") {
        say("bad_field", "tokens is 'canonical' or 'random'", find("tokens")->offset);
      }
      beyond("tokens");
      request_.tokens = *order;
    }
    if (const Field* field = find("mask_at")) {
      const bool digits =
          field->text.find_first_not_of("0123456789") == std::string_view::npos && field->text.size() <= 15;
      if (!digits) return say("bad_field", "mask_at is a number of bytes", field->offset);
      request_.mask_at = std::stoull(std::string(field->text));
      beyond("mask_at");
    }
  }

  const Fields& fields_;
  BatchRequest& request_;
  std::optional<CodedError> fault_;
};

}  // namespace

std::variant<BatchRequest, CodedError> parse_batch_line(std::string_view line) {
  Fields fields;
  if (std::optional<CodedError> error = Splitter(line).split(fields)) return std::move(*error);
  BatchRequest request;
  if (std::optional<CodedError> error = Reader(fields, request).read()) return std::move(*error);
  return request;
}

}  // namespace lockstep::cli
