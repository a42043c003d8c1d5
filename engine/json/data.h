// The arena behind a Document: private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/json/document.h"

namespace lockstep::engine::json {

// Above this many members an object keeps its names sorted for lookup; below, a scan is as fast.
inline constexpr std::uint32_t kSortedFrom = 17;

// Nodes stand in pre-order: a container before its children, a name before its value.
struct Node {
  std::uint32_t begin = 0;  // byte span in the text
  std::uint32_t end = 0;
  std::uint32_t next = 0;       // index of the node after this one and everything below it
  std::uint32_t extra = 0;      // array, object: number of children; escaped string: place in `decoded`
  std::uint32_t side : 29 = 0;  // object of kSortedFrom members or more: place in `sorted`
  std::uint32_t kind : 3 = 0;
};

inline constexpr std::uint32_t kMaxSide = (1U << 29U) - 1;

struct Decoded {
  std::size_t begin = 0;
  std::size_t size = 0;
};

struct Data {
  std::string text;
  std::vector<Node> nodes;
  std::vector<Decoded> decoded;  // one entry for each string that has an escape
  std::string decoded_bytes;
  std::vector<std::uint32_t> sorted;  // name nodes of large objects, ordered by (hash of name, name)
};

inline bool escaped(const Node& node) { return node.extra != 0; }

// `extra` of a string is 0 where it has no escape, else 1 + its index in `decoded`.
inline std::string_view string_of(const Data& data, const Node& node) {
  if (!escaped(node)) return std::string_view(data.text).substr(node.begin + 1, node.end - node.begin - 2);
  const Decoded& place = data.decoded[node.extra - 1];
  return std::string_view(data.decoded_bytes).substr(place.begin, place.size);
}

// FNV-1a. Collisions, hostile ones too, cost a comparison of names and never a wrong answer.
inline std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14695981039346656037ULL) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

}  // namespace lockstep::engine::json
