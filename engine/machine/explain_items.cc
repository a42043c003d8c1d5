// The sentence of explain for `uniqueItems`: which item is repeated.
#include <optional>
#include <utility>
#include <vector>

#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/values.h"

namespace lockstep::engine {
namespace {

struct Open {
  bool array = false;
  std::vector<std::size_t> starts;  // of the items
};

// The containers that are open at the end of the text, and whether it ends inside a string.
std::pair<std::vector<Open>, bool> open_at_end(std::string_view text) {
  std::vector<Open> open;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if (in_string) {
      if (byte == '\\') ++at;
      in_string = byte != '"';
    } else if (byte == '"') {
      in_string = true;
    } else if (byte == '[' || byte == '{') {
      open.push_back({byte == '[', {at + 1}});
    } else if ((byte == ']' || byte == '}') && !open.empty()) {
      open.pop_back();
    } else if (byte == ',' && !open.empty()) {
      open.back().starts.push_back(at + 1);
    }
  }
  return {std::move(open), in_string};
}

std::optional<ValueId> value_of(Values& values, const std::string& text) {
  const Result<json::Document> read = json::parse(text);
  if (!read.ok()) return std::nullopt;
  return values.of(read.value().root());
}

}  // namespace

// Ended here in the shortest way, is the last item of an open array equal to one before it? The innermost
// such array is meant.
std::optional<std::pair<std::size_t, std::size_t>> repeated_item(std::string_view text) {
  const auto [open, in_string] = open_at_end(text);
  std::string ends = in_string ? "\"" : "";
  Values values;
  for (auto one = open.rbegin(); one != open.rend(); ++one) {
    if (one->array) {
      std::vector<ValueId> items;
      for (std::size_t i = 0; i < one->starts.size(); ++i) {
        const bool last = i + 1 == one->starts.size();
        const std::size_t end = last ? text.size() : one->starts[i + 1] - 1;
        const std::string item(text.substr(one->starts[i], end - one->starts[i]));
        const std::optional<ValueId> value = value_of(values, last ? item + ends : item);
        for (std::size_t before = 0; value && before < items.size(); ++before) {
          if (items[before] == *value) return std::pair(before, i);
        }
        items.push_back(value.value_or(0));
      }
    }
    ends += one->array ? ']' : '}';
  }
  return std::nullopt;
}

}  // namespace lockstep::engine
