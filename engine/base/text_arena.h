// Texts that live as long as their arena, many in one block of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace lockstep::engine {

// Views stay valid when the arena moves. Thread rules: one thread at a time.
class TextArena {
 public:
  std::string_view keep(std::string_view text) {
    if (text.size() > room_) add_block(text.size());
    char* const at = next_;
    std::copy(text.begin(), text.end(), at);
    next_ += text.size();
    room_ -= text.size();
    return {at, text.size()};
  }

 private:
  static constexpr std::size_t kBlock = 32'000;

  void add_block(std::size_t least) {
    room_ = std::max(least, kBlock);
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_)).get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace lockstep::engine
