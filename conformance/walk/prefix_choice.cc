#include "lockstep/conformance/walk/prefix_choice.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/walk/byte_choice.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kLongest = 60;  // bytes of a random walk
constexpr std::size_t kWide = 100;    // bytes that may follow: most characters of a string
constexpr std::size_t kFruitless = 12;
constexpr std::size_t kWidePercent = 55;
// An engine may remember every name that it has met: the byte path over a big vocabulary is dear there.
constexpr std::size_t kStringsForAName = 8;

std::size_t count(const std::vector<bool>& allowed) {
  return static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), true));
}

class Collector {
 public:
  Collector(WalkSession& start, const GeneratedSchema& schema, std::size_t most, Choices& choices,
            std::vector<std::string>& refused)
      : start_(start), schema_(schema), most_(most), choices_(choices), refused_(refused) {}

  std::vector<ChosenPrefix> collect() {
    note("", start_.allowed_bytes());
    for (std::size_t fruitless = 0; fruitless < kFruitless && !enough(); ++fruitless) {
      const std::size_t before = chosen_.size();
      if (choices_.chance(50)) {
        walk();
      } else {
        follow_instance();
      }
      if (chosen_.size() > before) fruitless = 0;
    }
    return std::move(chosen_);
  }

 private:
  bool enough() const { return chosen_.size() >= most_; }

  void note(const std::string& bytes, const std::vector<bool>& allowed) {
    if (enough() || !seen_.insert(bytes).second) return;
    ChosenPrefix one;
    one.bytes = bytes;
    one.place = place_of(bytes);
    one.wide = count(allowed) >= kWide;
    chosen_.push_back(std::move(one));
  }

  // From the start over allowed bytes; about every fifth prefix is noted.
  void walk() {
    const auto session = start_.fork();
    const std::size_t length = choices_.below(kLongest);
    const bool dwell = choices_.chance(60);
    std::string prefix;
    for (std::size_t step = 0; !enough(); ++step) {
      const std::vector<bool> allowed = session->allowed_bytes();
      if (step == length || choices_.chance(20)) note(prefix, allowed);
      if (count(allowed) >= kWide && choices_.chance(8)) burst(*session, prefix);
      const std::optional<std::uint8_t> next = choose_byte(allowed, choices_, dwell);
      if (step == length || !next || (only_white_space(allowed) && session->can_stop())) return;
      prefix += static_cast<char>(*next);
      if (session->accept_bytes(std::string_view(prefix).substr(prefix.size() - 1))) continue;
      return note_broken(prefix, session->limit_met());
    }
  }

  void note_broken(const std::string& prefix, const std::string& limit) {
    if (!seen_.insert(prefix).second) return;
    ChosenPrefix one;
    one.broken = prefix;
    one.limit = limit;
    chosen_.push_back(std::move(one));
  }

  // Along the text of an instance, as far as it is taken: bounds, lengths and branches that a random walk
  // hardly meets. Always noted where it ends or dies.
  void follow_instance() {
    Tree tree = build_instance(schema_, choices_);
    if (choices_.chance(40)) mutate_instance(tree, schema_, choices_);
    const std::string text = choices_.chance(30) ? write_tree_spelled(tree, choices_) : write_tree(tree);
    const auto session = start_.fork();
    std::string prefix;
    while (prefix.size() < text.size() &&
           session->accept_bytes(std::string_view(text).substr(prefix.size(), 1))) {
      prefix += text[prefix.size()];
      if (prefix.size() == text.size() || choices_.below(text.size()) >= 2) continue;
      const std::vector<bool> allowed = session->allowed_bytes();
      note(prefix, allowed);
      if (count(allowed) >= kWide && choices_.chance(15)) burst(*session, prefix);
    }
    if (const std::string limit = session->limit_met(); !limit.empty()) return note_broken(prefix, limit);
    note(prefix, session->allowed_bytes());
    if (prefix.size() < text.size()) refused_.push_back(text);
  }

  // A longer piece of text inside a string: lengths and characters that byte by byte are hardly reached.
  void burst(WalkSession& from, const std::string& before) {
    static const std::vector<std::string> kPieces = {
        "a",       "The quick brown fox ", "\u00e9", "\u4e2d\u6587", "\U0001f600", "0123456789", "\\n",
        "\\u00e9", "\\ud83d\\ude00",       "\\\"",   "//",           "e\u0301 "};
    const auto session = from.fork();
    std::string prefix = before;
    const std::size_t pieces = choices_.chance(20) ? choices_.between(10, 40) : choices_.between(1, 8);
    for (std::size_t i = 0; i < pieces && !enough(); ++i) {
      for (const char c : choices_.pick(kPieces)) {
        if (!session->accept_bytes(std::string_view(&c, 1))) {
          if (const std::string limit = session->limit_met(); !limit.empty())
            return note_broken(prefix, limit);
          return note(prefix, session->allowed_bytes());
        }
        prefix += c;
        if (choices_.chance(4)) note(prefix, session->allowed_bytes());
      }
    }
    note(prefix, session->allowed_bytes());
  }

  WalkSession& start_;
  const GeneratedSchema& schema_;
  std::size_t most_;
  Choices& choices_;
  std::vector<std::string>& refused_;
  std::set<std::string> seen_;
  std::vector<ChosenPrefix> chosen_;
};

void shuffle(std::vector<ChosenPrefix*>& list, Choices& choices) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[choices.below(left)]);
}

}  // namespace

std::vector<ChosenPrefix> choose_prefixes(WalkSession& start, const GeneratedSchema& schema, std::size_t most,
                                          Choices& choices, std::vector<std::string>& refused) {
  return Collector(start, schema, most, choices, refused).collect();
}

void choose_masks(std::vector<ChosenPrefix>& prefixes, std::size_t masks, std::size_t full,
                  bool full_in_string, Choices& choices) {
  std::vector<ChosenPrefix*> strings;
  std::vector<ChosenPrefix*> names;
  std::vector<ChosenPrefix*> others;
  for (ChosenPrefix& one : prefixes) {
    if (!one.broken.empty()) continue;
    (!one.wide ? others : one.place == PrefixPlace::name ? names : strings).push_back(&one);
  }
  for (auto* list : {&strings, &names, &others}) shuffle(*list, choices);
  // The wide ones up to their share, some names among them, then the others, then what is left.
  const std::size_t share = (std::min(masks, prefixes.size()) * kWidePercent + 99) / 100;
  std::vector<ChosenPrefix*> order;
  const auto move = [&](std::vector<ChosenPrefix*>& list, std::size_t most) {
    for (; most > 0 && !list.empty(); --most, list.pop_back()) order.push_back(list.back());
  };
  move(names, (share + kStringsForAName - 1) / kStringsForAName);
  move(strings, share - std::min(share, order.size()));
  move(others, SIZE_MAX);
  move(strings, SIZE_MAX);
  move(names, SIZE_MAX);
  order.resize(std::min(order.size(), masks));
  for (ChosenPrefix* one : order) one->mask = true;
  shuffle(order, choices);
  for (; full > 0; --full, full_in_string = !full_in_string) {
    const bool wide = choices.chance(50);
    const auto fits = [&](const ChosenPrefix* one) {
      return !one->full && in_string(one->place) == full_in_string;
    };
    auto found = std::find_if(order.begin(), order.end(),
                              [&](const ChosenPrefix* one) { return fits(one) && one->wide == wide; });
    if (found == order.end()) found = std::find_if(order.begin(), order.end(), fits);
    if (found != order.end()) (*found)->full = true;
  }
}

}  // namespace lockstep::conformance
