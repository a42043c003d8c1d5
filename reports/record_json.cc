// The lines of a record stream as JSON. The format is written down in record_schema.json.
#include "lockstep/reports/record_json.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace lockstep::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view kFormat = "lockstep-record-1";

std::optional<std::string> dump(const ordered_json& value) {
  try {
    return value.dump(-1, ' ', false, ordered_json::error_handler_t::strict);
  } catch (const ordered_json::exception&) {
    return std::nullopt;
  }
}

// Free text of a subject may hold any bytes: ill-formed UTF-8 becomes U+FFFD.
std::string replaced(const std::string& text) {
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

// A JSON object read field by field; whatever was not asked for is an unknown field.
class Fields {
 public:
  Fields(const json& object, ReadError& error) : object_(object), error_(error) {}

  void string(const char* name, std::string& out) {
    if (const json* value = take(name); value != nullptr && expect(value->is_string(), name, "a string")) {
      out = value->get<std::string>();
    }
  }
  void boolean(const char* name, bool& out) {
    if (const json* value = take(name); value != nullptr && expect(value->is_boolean(), name, "a boolean")) {
      out = value->get<bool>();
    }
  }
  void count(const char* name, std::size_t& out) {
    const json* value = take(name);
    if (value != nullptr && expect(value->is_number_unsigned(), name, "a count"))
      out = value->get<std::size_t>();
  }
  void seconds(const char* name, double& out) {
    const json* value = take(name);
    if (value == nullptr || !expect(value->is_number(), name, "a number")) return;
    out = value->get<double>();
    expect(out >= 0, name, "a number from 0");
  }
  void strings(const char* name, std::vector<std::string>& out) {
    const json* value = take(name);
    if (value == nullptr || !expect(value->is_array(), name, "an array of strings")) return;
    for (const json& one : *value) {
      if (!expect(one.is_string(), name, "an array of strings")) return;
      out.push_back(one.get<std::string>());
    }
  }
  void string_map(const char* name, std::map<std::string, std::string>& out) {
    const json* value = take(name);
    if (value == nullptr || !expect(value->is_object(), name, "an object of strings")) return;
    for (const auto& [key, one] : value->items()) {
      if (!expect(one.is_string(), name, "an object of strings")) return;
      out.emplace(key, one.get<std::string>());
    }
  }
  void counts(const char* name, std::map<std::string, std::size_t>& out) {
    const json* value = take(name);
    if (value == nullptr || !expect(value->is_object(), name, "an object of counts")) return;
    for (const auto& [key, one] : value->items()) {
      if (!expect(one.is_number_unsigned(), name, "an object of counts")) return;
      out.emplace(key, one.get<std::size_t>());
    }
  }
  void object(const char* name) {
    if (const json* value = take(name); value != nullptr) expect(value->is_object(), name, "an object");
  }

  bool finish() {
    if (!error_.code.empty()) return false;
    for (const auto& [key, value] : object_.items()) {
      if (!taken_.contains(key)) {
        error_ = {"unknown_field", "the line has the unknown field '" + key + "'", 0};
        return false;
      }
    }
    return true;
  }

 private:
  const json* take(const char* name) {
    taken_.insert(name);
    const auto found = object_.find(name);
    if (found != object_.end()) return &*found;
    expect(false, name, "present");
    return nullptr;
  }
  bool expect(bool holds, const char* name, const char* what) {
    if (!holds && error_.code.empty()) {
      error_ = {"bad_line", std::string("the field '") + name + "' is not " + what, 0};
    }
    return holds;
  }

  const json& object_;
  ReadError& error_;
  std::set<std::string, std::less<>> taken_;
};

// nlohmann keeps the last of two equal names; a stream must not hold two.
std::optional<json> parse_unique(std::string_view text, ReadError& error) {
  std::vector<std::set<std::string>> open;
  std::string repeated;
  const json::parser_callback_t watch = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) open.emplace_back();
    if (event == json::parse_event_t::object_end) open.pop_back();
    if (event == json::parse_event_t::key) {
      const std::string key = parsed.get<std::string>();
      if (!open.back().insert(key).second && repeated.empty()) repeated = key;
    }
    return true;
  };
  json value = json::parse(text, watch, false);
  if (value.is_discarded() || !value.is_object()) {
    error = {"bad_line", "the line is not one JSON object", 0};
    return std::nullopt;
  }
  if (!repeated.empty()) {
    error = {"bad_line", "the field '" + repeated + "' stands twice", 0};
    return std::nullopt;
  }
  return value;
}

std::optional<Line> parse_header(Fields& fields, ReadError& error) {
  Header header;
  std::string format;
  fields.string("format", format);
  fields.string("command", header.command);
  fields.strings("arguments", header.arguments);
  fields.string("subject", header.subject);
  fields.string("subject_version", header.subject_version);
  fields.string_map("pins", header.pins);
  fields.string_map("versions", header.versions);
  fields.string_map("machine", header.machine);
  fields.string_map("seeds", header.seeds);
  fields.string_map("limits", header.limits);
  if (!fields.finish()) return std::nullopt;
  if (format != kFormat) {
    error = {"bad_line", "the format is '" + format + "', this program reads lockstep-record-1", 0};
    return std::nullopt;
  }
  return header;
}

std::optional<Line> parse_case(Fields& fields, ReadError& error) {
  Case one;
  fields.string("id", one.id);
  fields.strings("keywords", one.keywords);
  fields.string("verdict", one.verdict);
  fields.string("expected", one.expected);
  fields.string("got", one.got);
  fields.string("detail", one.detail);
  fields.string("refused_by", one.refused_by);
  fields.boolean("listed", one.listed);
  if (!fields.finish()) return std::nullopt;
  if (one.id.empty() || !is_snake_case(one.verdict)) {
    error = {"bad_line", "a case needs an id and a verdict in snake_case", 0};
    return std::nullopt;
  }
  return one;
}

}  // namespace

bool is_snake_case(std::string_view name) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return !name.empty() && lower(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
    return lower(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

bool agrees_with_summary(const std::map<std::string, std::size_t>& counts, const json& summary) {
  const auto verdicts = summary.find("verdicts");
  if (verdicts == summary.end()) return true;
  if (!verdicts->is_object()) return false;
  json named = json::object();
  for (const auto& [verdict, count] : verdicts->items()) {
    if (count != 0) named[verdict] = count;
  }
  json own = json::object();
  for (const auto& [verdict, count] : counts) {
    if (count != 0) own[verdict] = count;
  }
  return named == own;
}

std::optional<std::string> header_line(const Header& header) {
  return dump({{"type", "header"},
               {"format", kFormat},
               {"command", header.command},
               {"arguments", header.arguments},
               {"subject", header.subject},
               {"subject_version", header.subject_version},
               {"pins", header.pins},
               {"versions", header.versions},
               {"machine", header.machine},
               {"seeds", header.seeds},
               {"limits", header.limits}});
}

std::optional<std::string> case_line(const Case& one) {
  return dump({{"type", "case"},
               {"id", one.id},
               {"keywords", one.keywords},
               {"verdict", one.verdict},
               {"expected", one.expected},
               {"got", replaced(one.got)},
               {"detail", replaced(one.detail)},
               {"refused_by", one.refused_by},
               {"listed", one.listed}});
}

std::optional<std::string> footer_line(const Footer& footer, const json& summary) {
  ordered_json counts = ordered_json::object();
  for (const auto& [verdict, count] : footer.counts) counts[verdict] = count;
  ordered_json line = ordered_json::object();
  line["type"] = "footer";
  line["cases"] = footer.cases;
  line["counts"] = counts;
  line["summary"] = summary;
  line["seconds"] = footer.seconds;
  return dump(line);
}

std::optional<Line> parse_line(std::string_view text, ReadError& error) {
  error = {};
  const std::optional<json> object = parse_unique(text, error);
  if (!object) return std::nullopt;
  Fields fields(*object, error);
  std::string type;
  fields.string("type", type);
  if (type == "header") return parse_header(fields, error);
  if (type == "case") return parse_case(fields, error);
  if (type == "footer") {
    Footer footer;
    fields.count("cases", footer.cases);
    fields.counts("counts", footer.counts);
    fields.object("summary");
    fields.seconds("seconds", footer.seconds);
    if (!fields.finish()) return std::nullopt;
    // A summary that names verdicts names those of this stream.
    const json& summary = (*object)["summary"];
    if (!agrees_with_summary(footer.counts, summary)) {
      error = {"count_mismatch", "the summary's verdicts are not the footer's counts", 0};
      return std::nullopt;
    }
    return footer;
  }
  if (error.code.empty()) error = {"bad_line", "the type is '" + type + "', not header, case or footer", 0};
  return std::nullopt;
}

}  // namespace lockstep::reports
