// Trees and their texts.
#include "lockstep/conformance/generate/json_tree.h"

#include <cstdio>

namespace lockstep::conformance {
namespace {

std::string hex_escape(unsigned unit) {
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", unit & 0xffffU);
  return text;
}

// Length of the UTF-8 sequence that starts with this byte; the texts here are well formed.
std::size_t sequence_length(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

unsigned code_point(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() == 1) return at(0);
  unsigned value = at(0) & (0xffU >> (bytes.size() + 1));
  for (std::size_t i = 1; i < bytes.size(); ++i) value = value << 6U | (at(i) & 0x3fU);
  return value;
}

std::string escaped(unsigned point) {
  if (point < 0x10000) return hex_escape(point);
  return hex_escape(0xd800 + ((point - 0x10000) >> 10U)) + hex_escape(0xdc00 + ((point - 0x10000) & 0x3ffU));
}

void write_string(std::string& out, const std::string& text, Choices* choices) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(static_cast<unsigned char>(text[i]));
    const std::string_view bytes = std::string_view(text).substr(i, length);
    const unsigned point = code_point(bytes);
    i += length;
    if (point == '"' || point == '\\') {
      out += '\\';
      out += bytes;
    } else if (point < 0x20 || (choices != nullptr && choices->chance(15))) {
      out += escaped(point);
    } else {
      out += bytes;
    }
  }
  out += '"';
}

void white_space(std::string& out, Choices* choices) {
  static const std::vector<std::string> kRuns = {"", " ", "\n", "\t", "  ", "\r\n "};
  if (choices != nullptr && choices->chance(25)) out += choices->pick(kRuns);
}

void write(std::string& out, const Tree& tree, Choices* choices);

void write_members(std::string& out, const Tree& tree, Choices* choices) {
  out += '{';
  for (std::size_t i = 0; i < tree.members.size(); ++i) {
    if (i > 0) out += ',';
    white_space(out, choices);
    write_string(out, tree.members[i].first, choices);
    white_space(out, choices);
    out += ':';
    white_space(out, choices);
    write(out, tree.members[i].second, choices);
    white_space(out, choices);
  }
  out += '}';
}

void write(std::string& out, const Tree& tree, Choices* choices) {
  switch (tree.kind) {
    case TreeKind::null:
      out += "null";
      return;
    case TreeKind::boolean:
      out += tree.boolean ? "true" : "false";
      return;
    case TreeKind::number:
      out += choices != nullptr && choices->chance(30) ? respell_number(tree.text, *choices) : tree.text;
      return;
    case TreeKind::string:
      return write_string(out, tree.text, choices);
    case TreeKind::object:
      return write_members(out, tree, choices);
    case TreeKind::array:
      break;
  }
  out += '[';
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (i > 0) out += ',';
    white_space(out, choices);
    write(out, tree.items[i], choices);
    white_space(out, choices);
  }
  out += ']';
}

}  // namespace

Tree Tree::of(bool value) {
  Tree tree;
  tree.kind = TreeKind::boolean;
  tree.boolean = value;
  return tree;
}

Tree Tree::number(std::string text) {
  Tree tree;
  tree.kind = TreeKind::number;
  tree.text = std::move(text);
  return tree;
}

Tree Tree::string(std::string text) {
  Tree tree;
  tree.kind = TreeKind::string;
  tree.text = std::move(text);
  return tree;
}

Tree Tree::array(std::vector<Tree> items) {
  Tree tree;
  tree.kind = TreeKind::array;
  tree.items = std::move(items);
  return tree;
}

Tree Tree::object(std::vector<std::pair<std::string, Tree>> members) {
  Tree tree;
  tree.kind = TreeKind::object;
  tree.members = std::move(members);
  return tree;
}

const Tree* Tree::find(std::string_view name) const {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

Tree* Tree::find(std::string_view name) {
  for (auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

Tree& Tree::set(std::string name, Tree value) {
  if (Tree* found = find(name)) return *found = std::move(value);
  return members.emplace_back(std::move(name), std::move(value)).second;
}

std::string write_tree(const Tree& tree) {
  std::string out;
  write(out, tree, nullptr);
  return out;
}

std::string write_tree_spelled(const Tree& tree, Choices& choices) {
  std::string out;
  white_space(out, &choices);
  write(out, tree, &choices);
  white_space(out, &choices);
  return out;
}

std::string respell_number(const std::string& number, Choices& choices) {
  if (number.find_first_of("eE") != std::string::npos) return number;
  const bool fraction = number.find('.') != std::string::npos;
  switch (choices.below(4)) {
    case 0:
      return fraction ? number + "0" : number + ".0";
    case 1:
      return number + "e0";
    case 2:
      return number + "E+00";
    default:
      return fraction ? number : number == "0" || number == "-0" ? number + "e-1" : number + "0e-1";
  }
}

Tree tree_of(const oracle::JsonValue& value) {
  switch (value.kind) {
    case oracle::JsonKind::null:
      return Tree::null();
    case oracle::JsonKind::boolean:
      return Tree::of(value.boolean);
    case oracle::JsonKind::number:
      return Tree::number(value.text);
    case oracle::JsonKind::string:
      return Tree::string(value.text);
    case oracle::JsonKind::array:
    case oracle::JsonKind::object:
      break;
  }
  Tree tree = value.kind == oracle::JsonKind::array ? Tree::array() : Tree::object();
  for (const oracle::JsonValue& item : value.items) tree.items.push_back(tree_of(item));
  for (const oracle::JsonMember& member : value.members)
    tree.members.emplace_back(member.name, tree_of(member.value));
  return tree;
}

}  // namespace lockstep::conformance
