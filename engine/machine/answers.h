// Answers that are remembered: about the schema for good, about one text until its states are given back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lockstep::engine {

// Where the answers of a machine stand (Satisfiability::mark). Values, lists and exceptions are numbered by
// first appearance, and the texts are the only ones to name them: what is asked about one of them is asked
// about a text.
struct AnswersMark {
  std::size_t values = 0, lists = 0, exceptions = 0, slots = 0;
  std::size_t endings = 0, children = 0, spent = 0, vectors = 0, values_of = 0, classes = 0;
  std::size_t held = 0;
  std::uint64_t overruns = 0;
  bool operator==(const AnswersMark&) const = default;
};

// A map whose entries about texts are given back in the order in which they came. Thread rules: one thread at
// a time.
template <typename Key, typename Value>
class Answers {
 public:
  using Map = std::map<Key, Value>;

  auto find(const Key& key) const { return map_.find(key); }
  auto find(const Key& key) { return map_.find(key); }
  auto end() const { return map_.end(); }
  auto end() { return map_.end(); }
  std::size_t size() const { return map_.size(); }

  // The answer to `key`, made if there is none. `of_text`: until a release to an earlier mark.
  Value& at(const Key& key, bool of_text) {
    const auto [found, made] = map_.try_emplace(key);
    if (made && of_text) of_texts_.push_back(found);
    return found->second;
  }

  std::size_t mark() const { return dropped_ + of_texts_.size(); }
  void release(std::size_t mark) {
    for (; this->mark() > mark && !of_texts_.empty(); of_texts_.pop_back()) map_.erase(of_texts_.back());
  }
  // Forgets all; marks stay what they were.
  void clear() {
    dropped_ += of_texts_.size();
    of_texts_.clear();
    map_.clear();
  }

 private:
  Map map_;
  std::vector<typename Map::iterator> of_texts_;
  std::size_t dropped_ = 0;
};

}  // namespace lockstep::engine
