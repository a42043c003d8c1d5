#include "lockstep/adversarial/recipe.h"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/generate/choices.h"

namespace lockstep::adversarial {
namespace {

using nlohmann::json;

// Each keeps the rules of `expand`. A missing part is empty.
class Expander {
 public:
  Expander(std::uint64_t seed, std::string& text, std::string& error)
      : seed_(seed), text_(text), error_(error) {}

  bool add(const json& description) {
    if (description.is_string()) return append(description.get_ref<const std::string&>());
    if (!description.is_object()) return failed("a text is a string, {\"hex\": ...} or a recipe");
    if (description.contains("hex")) {
      const auto bytes = conformance::text_of_wire(description);
      return bytes ? append(*bytes) : failed("'hex' is no hexadecimal text");
    }
    if (!description.contains("recipe") || !description["recipe"].is_string())
      return failed("a recipe has a name");
    const auto name = description["recipe"].get<std::string>();
    if (name == "concat") return concat(description);
    if (!description.contains("times") || !description["times"].is_number_unsigned())
      return failed("'times' is a number");
    const auto times = description["times"].get<std::size_t>();
    if (!part(description, "before")) return false;
    bool done = false;
    if (name == "repeat") {
      done = repeat(description, "unit", times);
    } else if (name == "nest") {
      done = repeat(description, "open", times) && part(description, "middle") &&
             repeat(description, "close", times);
    } else if (name == "join") {
      done = join(description, times);
    } else if (name == "random") {
      done = random(description, times);
    } else {
      return failed("no recipe is called '" + name + "'");
    }
    return done && part(description, "after");
  }

 private:
  bool failed(std::string why) {
    error_ = std::move(why);
    return false;
  }

  bool append(std::string_view bytes) {
    if (bytes.size() > kLongestExpansion - text_.size())
      return failed(fmt::format("longer than {} bytes", kLongestExpansion));
    text_ += bytes;
    return true;
  }

  bool part(const json& description, const char* name) {
    return !description.contains(name) || add(description[name]);
  }

  // Expanded once, not once a time.
  bool expanded(const json& description, std::string& text) {
    return Expander(seed_, text, error_).add(description);
  }

  bool repeat(const json& description, const char* name, std::size_t times) {
    if (!description.contains(name)) return failed(fmt::format("'{}' is missing", name));
    std::string unit;
    if (!expanded(description[name], unit)) return false;
    for (std::size_t i = 0; i < times; ++i) {
      if (!append(unit)) return false;
    }
    return true;
  }

  bool join(const json& description, std::size_t times) {
    if (!description.contains("item")) return failed("'item' is missing");
    std::string item;
    std::string separator;
    if (!expanded(description["item"], item)) return false;
    if (description.contains("separator") && !expanded(description["separator"], separator)) return false;
    for (std::size_t i = 0; i < times; ++i) {
      if ((i > 0 && !append(separator)) || !append(filled(item, i, times))) return false;
    }
    return true;
  }

  static std::string filled(std::string_view item, std::size_t i, std::size_t times) {
    const std::array<std::pair<std::string_view, std::size_t>, 3> marks = {
        {{"{i}", i}, {"{i+1}", i + 1}, {"{n}", times}}};
    std::string text;
    while (!item.empty()) {
      bool found = false;
      for (const auto& [mark, value] : marks) {
        if (!item.starts_with(mark)) continue;
        text += std::to_string(value);
        item.remove_prefix(mark.size());
        found = true;
        break;
      }
      if (found) continue;
      text += item.front();
      item.remove_prefix(1);
    }
    return text;
  }

  bool random(const json& description, std::size_t times) {
    if (!description.contains("pieces") || !description["pieces"].is_array() || description["pieces"].empty())
      return failed("'pieces' is a list that is not empty");
    const auto own = description.value("seed", json(0));
    if (!own.is_number_unsigned()) return failed("'seed' is a number");
    std::vector<std::string> pieces;
    for (const json& piece : description["pieces"]) {
      if (!expanded(piece, pieces.emplace_back())) return false;
    }
    // The golden ratio keeps the two seeds apart: (1, 0) and (0, 1) draw differently.
    conformance::Choices choices(
        conformance::seeded_bytes(seed_ * 0x9E3779B97F4A7C15U + own.get<std::uint64_t>()));
    for (std::size_t i = 0; i < times; ++i) {
      if (!append(choices.pick(pieces))) return false;
    }
    return true;
  }

  bool concat(const json& description) {
    if (!description.contains("parts") || !description["parts"].is_array())
      return failed("'parts' is a list of texts");
    for (const json& one : description["parts"]) {
      if (!add(one)) return false;
    }
    return true;
  }

  std::uint64_t seed_;
  std::string& text_;
  std::string& error_;
};

}  // namespace

bool expand(const json& description, std::uint64_t seed, std::string& text, std::string& error) {
  return Expander(seed, text, error).add(description);
}

}  // namespace lockstep::adversarial
