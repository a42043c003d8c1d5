// A weight-balanced tree (Adams 1992; the parameters 3 and 2 are those that Hirai and Yamamoto proved sound,
// Journal of Functional Programming 21, 2011).
#include "lockstep/engine/lexical/text_table.h"

#include <bit>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kNodeBytes = 120;  // with what shares it

}  // namespace

TextTable::Link TextTable::made(Link left, Entry entry, Link right) {
  auto node = std::make_shared<Node>();
  const auto text_bytes = [](const Link& link) { return link == nullptr ? 0 : link->text_bytes; };
  node->size = size_of(left) + size_of(right) + 1;
  node->allowed = allowed_of(left) + allowed_of(right) + (entry->allowed ? 1 : 0);
  node->text_bytes = text_bytes(left) + text_bytes(right) + sizeof(ListedText) + entry->text.size();
  node->entry = std::move(entry);
  node->left = std::move(left);
  node->right = std::move(right);
  return node;
}

// One side may be too heavy by one entry.
TextTable::Link TextTable::balanced(const Link& left, const Entry& entry, const Link& right) {
  const auto weight = [](const Link& link) { return std::uint64_t{size_of(link)} + 1; };
  if (size_of(left) + size_of(right) <= 1) return made(left, entry, right);
  if (weight(right) > 3 * weight(left)) {
    const Link& near = right->left;
    if (weight(near) < 2 * weight(right->right))
      return made(made(left, entry, near), right->entry, right->right);
    return made(made(left, entry, near->left), near->entry, made(near->right, right->entry, right->right));
  }
  if (weight(left) > 3 * weight(right)) {
    const Link& near = left->right;
    if (weight(near) < 2 * weight(left->left)) return made(left->left, left->entry, made(near, entry, right));
    return made(made(left->left, left->entry, near->left), near->entry, made(near->right, entry, right));
  }
  return made(left, entry, right);
}

TextTable::Link TextTable::inserted(const Link& at, const Entry& entry) {
  if (at == nullptr) return made(nullptr, entry, nullptr);
  const int order = entry->text.compare(at->entry->text);
  if (order < 0) return balanced(inserted(at->left, entry), at->entry, at->right);
  if (order > 0) return balanced(at->left, at->entry, inserted(at->right, entry));
  return made(at->left, entry, at->right);
}

TextTable::Link TextTable::built(std::vector<ListedText>& sorted, std::size_t from, std::size_t to) {
  if (from == to) return nullptr;
  const std::size_t middle = from + (to - from) / 2;
  Link left = built(sorted, from, middle);
  Link right = built(sorted, middle + 1, to);
  return made(std::move(left), std::make_shared<const ListedText>(std::move(sorted[middle])),
              std::move(right));
}

TextTable::TextTable(std::vector<ListedText> sorted) : root_(built(sorted, 0, sorted.size())) {}

TextTable TextTable::with(ListedText entry) const {
  TextTable out;
  out.root_ = inserted(root_, std::make_shared<const ListedText>(std::move(entry)));
  return out;
}

const ListedText& TextTable::operator[](std::uint32_t place) const {
  LOCKSTEP_CHECK(place < size());
  const Node* at = root_.get();
  for (;;) {
    const std::uint32_t left = size_of(at->left);
    if (place == left) return *at->entry;
    if (place < left) {
      at = at->left.get();
    } else {
      place -= left + 1;
      at = at->right.get();
    }
  }
}

const ListedText* TextTable::find(std::string_view text) const {
  for (const Node* at = root_.get(); at != nullptr;) {
    const int order = text.compare(at->entry->text);
    if (order == 0) return at->entry.get();
    at = order < 0 ? at->left.get() : at->right.get();
  }
  return nullptr;
}

std::uint32_t TextTable::allowed_before(std::uint32_t place) const {
  std::uint32_t out = 0;
  for (const Node* at = root_.get(); at != nullptr && place > 0;) {
    const std::uint32_t left = size_of(at->left);
    if (place <= left) {
      at = at->left.get();
      continue;
    }
    out += allowed_of(at->left) + (at->entry->allowed ? 1 : 0);
    place -= left + 1;
    at = at->right.get();
  }
  return out;
}

std::vector<ListedText> TextTable::all() const {
  std::vector<ListedText> out;
  std::vector<const Node*> open;
  for (const Node* at = root_.get(); at != nullptr || !open.empty();) {
    for (; at != nullptr; at = at->left.get()) open.push_back(at);
    at = open.back();
    open.pop_back();
    out.push_back(*at->entry);
    at = at->right.get();
  }
  return out;
}

std::size_t TextTable::memory_bytes() const {
  return root_ == nullptr ? 0 : size() * kNodeBytes + root_->text_bytes;
}

std::size_t TextTable::bytes_of_one_more() const {
  return (2 * static_cast<std::size_t>(std::bit_width(size())) + 3) * kNodeBytes;
}

}  // namespace lockstep::engine
