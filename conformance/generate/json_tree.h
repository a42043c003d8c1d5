// JSON trees that are built here and written with chosen spellings: numbers are texts, members keep their
// order.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

enum class TreeKind { null, boolean, number, string, array, object };

struct Tree {
  TreeKind kind = TreeKind::null;
  bool boolean = false;
  std::string text;  // number: as it is written; string: UTF-8
  std::vector<Tree> items;
  std::vector<std::pair<std::string, Tree>> members;

  static Tree null() { return {}; }
  static Tree of(bool value);
  static Tree number(std::string text);
  static Tree string(std::string text);
  static Tree array(std::vector<Tree> items = {});
  static Tree object(std::vector<std::pair<std::string, Tree>> members = {});

  const Tree* find(std::string_view name) const;
  Tree* find(std::string_view name);
  Tree& set(std::string name, Tree value);  // replaces or appends
  bool is_true() const { return kind == TreeKind::boolean && boolean; }
  bool operator==(const Tree&) const = default;  // by spelling, not by value
};

// The tree of a text that was read: number texts and the order of members stay.
Tree tree_of(const oracle::JsonValue& value);

// No white space, fewest escapes.
std::string write_tree(const Tree& tree);

// The same value with white space, escapes, surrogate pairs and other spellings of numbers.
std::string write_tree_spelled(const Tree& tree, Choices& choices);

// Another spelling of the same number: 1 -> 1.0, 10e-1, 0.1E1.
std::string respell_number(const std::string& number, Choices& choices);

}  // namespace lockstep::conformance
