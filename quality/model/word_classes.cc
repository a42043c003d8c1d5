#include "lockstep/quality/model/word_classes.h"

#include <algorithm>
#include <map>

namespace lockstep::quality {
namespace {

constexpr char kOtherWord = '\x01';

// While it is written, a sign for its length in bytes, which says whether it ends.
char growing_word(std::size_t length) { return static_cast<char>(1 + std::min<std::size_t>(length, 12)); }

}  // namespace

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z');
}

WordClasses::WordClasses(std::string_view text, std::size_t least) {
  std::map<std::string, std::size_t> times;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && ++times[word] == least) known_.insert(word);
    word.clear();
  };
  for (const char c : text) {
    if (is_word_byte(c)) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
}

bool WordClasses::begins_known(std::string_view beginning) const {
  const auto found = known_.lower_bound(beginning);
  return found != known_.end() && found->starts_with(beginning);
}

void ClassContext::write(std::string_view bytes) {
  for (const char c : bytes) {
    if (is_word_byte(c)) {
      word_ += c;
      continue;
    }
    if (!word_.empty()) finished_ += classes_->known(word_) ? word_ : std::string(1, kOtherWord);
    word_.clear();
    finished_ += c;
  }
}

std::string ClassContext::ending(std::size_t length) const {
  std::string out = finished_.substr(finished_.size() - std::min(length, finished_.size()));
  if (!word_.empty())
    out += classes_->begins_known(word_) ? word_ : std::string(1, growing_word(word_.size()));
  return out.substr(out.size() - std::min(length, out.size()));
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_word_byte(c)) {
      out += c;
    } else if (out.empty() || out.back() != '~') {
      out += '~';
    }
  }
  return out;
}

}  // namespace lockstep::quality
