#include "lockstep/conformance/walk/truth.h"

#include <utility>

namespace lockstep::conformance {

std::optional<Truth> Truth::load(std::string_view schema, std::string& fault, bool assert_formats) {
  oracle::SchemaOptions options;
  options.assert_formats = assert_formats;
  auto loaded = oracle::Schema::load(schema, {}, options);
  if (!loaded.ok()) {
    fault = loaded.error().code;
    return std::nullopt;
  }
  return Truth(std::move(loaded.value()));
}

oracle::Answer Truth::check(const std::string& text) {
  const auto [place, added] = known_.try_emplace(text);
  if (added) {
    const auto parsed = oracle::parse_json(text);
    if (parsed.ok()) {
      place->second = schema_.check(parsed.value());
    } else {
      const std::string& code = parsed.error().code;
      const bool limit = code == "too_deep" || code == "text_too_large";
      place->second = limit ? oracle::Answer::unknown(code) : oracle::Answer::no();
    }
  }
  return place->second;
}

std::optional<Tree> read_tree(const std::string& text) {
  const auto parsed = oracle::parse_json(text);
  if (!parsed.ok()) return std::nullopt;
  return tree_of(parsed.value());
}

void shuffle_members(Tree& tree, Choices& choices) {
  for (std::size_t left = tree.members.size(); left > 1; --left) {
    std::swap(tree.members[left - 1], tree.members[choices.below(left)]);
  }
  for (auto& [name, value] : tree.members) shuffle_members(value, choices);
  for (Tree& item : tree.items) shuffle_members(item, choices);
}

}  // namespace lockstep::conformance
