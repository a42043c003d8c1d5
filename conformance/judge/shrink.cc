// Greedy reduction over trees: every place, largest change first, again until nothing helps.
#include "lockstep/conformance/judge/shrink.h"

#include <optional>
#include <utility>
#include <vector>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

std::optional<Tree> parse_tree(const std::string& text) {
  const auto value = oracle::parse_json(text);
  if (!value) return std::nullopt;
  return tree_of(value.value());
}

// Where a node is: the indices of its ancestors among their children.
using Path = std::vector<std::size_t>;

std::size_t child_count(const Tree& tree) { return tree.items.size() + tree.members.size(); }

Tree& child_of(Tree& tree, std::size_t index) {
  return index < tree.items.size() ? tree.items[index] : tree.members[index - tree.items.size()].second;
}

Tree& node_at(Tree& tree, const Path& path) {
  Tree* node = &tree;
  for (const std::size_t index : path) node = &child_of(*node, index);
  return *node;
}

void collect_paths(Tree& tree, Path& here, std::vector<Path>& all) {
  all.push_back(here);
  for (std::size_t i = 0; i < child_count(tree); ++i) {
    here.push_back(i);
    collect_paths(child_of(tree, i), here, all);
    here.pop_back();
  }
}

// Smaller trees that may stand for this one.
std::vector<Tree> replacements(const Tree& tree) {
  std::vector<Tree> all;
  if (tree.kind == TreeKind::object || tree.kind == TreeKind::array) {
    Tree empty = tree;
    empty.items.clear();
    empty.members.clear();
    if (child_count(tree) > 0) all.push_back(std::move(empty));
    all.push_back(Tree::of(true));
    Tree copy = tree;
    for (std::size_t i = 0; i < child_count(tree); ++i) {
      Tree& child = child_of(copy, i);
      for (std::size_t j = 0; j < child_count(child); ++j) all.push_back(child_of(child, j));
      all.push_back(child);
    }
    for (std::size_t i = 0; i < tree.items.size(); ++i) {
      Tree less = tree;
      less.items.erase(less.items.begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(std::move(less));
    }
    for (std::size_t i = 0; i < tree.members.size(); ++i) {
      Tree less = tree;
      less.members.erase(less.members.begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(std::move(less));
    }
  }
  if (tree.kind == TreeKind::string) {
    for (const char* text : {"", "a"}) {
      if (tree.text.size() > std::string(text).size()) all.push_back(Tree::string(text));
    }
  }
  if (tree.kind == TreeKind::number) {
    for (const char* text : {"0", "1"}) {
      if (tree.text.size() > 1) all.push_back(Tree::number(text));
    }
  }
  return all;
}

class Shrinker {
 public:
  Shrinker(Tree schema, Tree instance, const std::function<bool(const Pair&)>& fails, std::size_t budget)
      : schema_(std::move(schema)), instance_(std::move(instance)), fails_(fails), budget_(budget) {}

  bool fails() {
    if (budget_ == 0) return false;
    --budget_;
    return fails_(texts());
  }

  Pair texts() const { return {write_tree(schema_), write_tree(instance_)}; }

  void run() {
    while (budget_ > 0) {
      const bool schema = pass(schema_);
      const bool instance = pass(instance_);
      if (!schema && !instance && !descend()) return;
    }
  }

 private:
  // One walk over all places of one tree; true when something got smaller.
  bool pass(Tree& tree) {
    bool progress = false;
    std::vector<Path> paths;
    Path here;
    collect_paths(tree, here, paths);
    for (std::size_t i = 0; i < paths.size() && budget_ > 0; ++i) {
      if (!shrink_at(tree, paths[i])) continue;
      progress = true;
      paths.clear();
      here.clear();
      collect_paths(tree, here, paths);
      i = i > 0 ? i - 1 : 0;
    }
    return progress;
  }

  // A subschema against the part of the instance that it applies to: both trees at once become one of their
  // parts.
  bool descend() {
    const Tree schema = schema_;
    const Tree instance = instance_;
    std::vector<Path> schema_paths;
    std::vector<Path> instance_paths;
    Path here;
    collect_paths(schema_, here, schema_paths);
    collect_paths(instance_, here, instance_paths);
    for (std::size_t i = 1; i < schema_paths.size(); ++i) {
      for (std::size_t j = 1; j < instance_paths.size() && budget_ > 0; ++j) {
        Tree whole = schema;
        Tree part = instance;
        schema_ = node_at(whole, schema_paths[i]);
        instance_ = node_at(part, instance_paths[j]);
        if (schema_.kind == TreeKind::object && fails()) return true;
      }
    }
    schema_ = schema;
    instance_ = instance;
    return false;
  }

  bool shrink_at(Tree& tree, const Path& path) {
    const Tree before = node_at(tree, path);
    const std::size_t size = write_tree(before).size();
    for (Tree& smaller : replacements(before)) {
      if (write_tree(smaller).size() >= size) continue;
      node_at(tree, path) = std::move(smaller);
      if (fails()) return true;
      node_at(tree, path) = before;
      if (budget_ == 0) return false;
    }
    return false;
  }

  Tree schema_;
  Tree instance_;
  const std::function<bool(const Pair&)>& fails_;
  std::size_t budget_;
};

}  // namespace

Pair shrink_pair(const Pair& pair, const std::function<bool(const Pair&)>& fails, std::size_t budget) {
  std::optional<Tree> schema = parse_tree(pair.schema);
  std::optional<Tree> instance = parse_tree(pair.instance);
  if (!schema || !instance) return pair;
  Shrinker shrinker(std::move(*schema), std::move(*instance), fails, budget);
  if (!shrinker.fails()) return pair;  // it was the spelling that failed
  shrinker.run();
  return shrinker.texts();
}

}  // namespace lockstep::conformance
