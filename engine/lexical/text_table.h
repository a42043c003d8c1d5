// Sorted texts, each allowed or not, that can be told one more without being copied: a balanced tree whose
// parts tables share. A table of one text more costs the logarithm of the texts, and the older one stays as
// it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::engine {

struct ListedText {
  std::string text;  // decoded, well-formed UTF-8
  bool allowed = false;
  bool operator==(const ListedText&) const = default;
};

// Ordered by bytes, which is the order of code points. Thread rules: immutable.
class TextTable {
 public:
  TextTable() = default;
  // Strictly ascending. Cost: O(n).
  explicit TextTable(std::vector<ListedText> sorted);

  std::uint32_t size() const { return size_of(root_); }
  bool empty() const { return root_ == nullptr; }
  // Each of the following: O(log n).
  const ListedText& operator[](std::uint32_t place) const;
  const ListedText* find(std::string_view text) const;  // nullptr: it is not there
  std::uint32_t allowed_before(std::uint32_t place) const;
  // With `entry`, in the place of one of that text if there is one.
  TextTable with(ListedText entry) const;
  // The first place from `low` to before `high` whose entry does not hold, or `high`. All that hold come
  // first.
  template <typename Holds>
  std::uint32_t partition_point(std::uint32_t low, std::uint32_t high, const Holds& holds) const;

  std::vector<ListedText> all() const;
  bool operator==(const TextTable& other) const { return root_ == other.root_ || all() == other.all(); }

  // Of the tree, entries shared with others included; what one entry more adds to it, at most.
  std::size_t memory_bytes() const;
  std::size_t bytes_of_one_more() const;

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  using Entry = std::shared_ptr<const ListedText>;
  struct Node {
    Entry entry;
    Link left, right;
    std::uint32_t size = 1;
    std::uint32_t allowed = 0;
    std::size_t text_bytes = 0;
  };
  static std::uint32_t size_of(const Link& link) { return link == nullptr ? 0 : link->size; }
  static std::uint32_t allowed_of(const Link& link) { return link == nullptr ? 0 : link->allowed; }
  static Link made(Link left, Entry entry, Link right);
  static Link balanced(const Link& left, const Entry& entry, const Link& right);
  static Link inserted(const Link& at, const Entry& entry);
  static Link built(std::vector<ListedText>& sorted, std::size_t from, std::size_t to);

  Link root_;
};

template <typename Holds>
std::uint32_t TextTable::partition_point(std::uint32_t low, std::uint32_t high, const Holds& holds) const {
  std::uint32_t before = 0;  // entries left of the subtree
  for (const Node* at = root_.get(); at != nullptr && low < high;) {
    const std::uint32_t place = before + size_of(at->left);
    if (place < low || (place < high && holds(*at->entry))) {
      if (place >= low) low = place + 1;
      before = place + 1;
      at = at->right.get();
    } else {
      if (place < high) high = place;
      at = at->left.get();
    }
  }
  return high;
}

}  // namespace lockstep::engine
