// Contexts that know which words make up the structure and see all others as one: a class-based n-gram (Brown
// and others 1992) with one class for all other words.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace lockstep::quality {

// Letters, digits and bytes of larger characters make words.
bool is_word_byte(char c);

// Thread rules: const calls from any thread.
class WordClasses {
 public:
  // The words that occur at least so often in the text are known.
  WordClasses(std::string_view text, std::size_t least);

  bool known(std::string_view word) const { return known_.contains(word); }
  bool begins_known(std::string_view beginning) const;  // and so may become one

 private:
  std::set<std::string, std::less<>> known_;
};

// A text being written, as contexts see it: known words as they are, each other one as one sign. The word
// that is being written stands as it is while it may become a known one, else as its length.
class ClassContext {
 public:
  explicit ClassContext(const WordClasses& classes) : classes_(&classes) {}
  void write(std::string_view bytes);
  std::string ending(std::size_t length) const;

 private:
  const WordClasses* classes_;
  std::string finished_;
  std::string word_;
};

// The same for recall: words as they are, every run of anything else as one '~'.
std::string folded(std::string_view text);

}  // namespace lockstep::quality
