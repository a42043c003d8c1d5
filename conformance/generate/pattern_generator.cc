// A recursive generator over the tables of pattern_leaves.h, at most four groups deep.
#include "lockstep/conformance/generate/pattern_generator.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "lockstep/conformance/generate/pattern_leaves.h"

namespace lockstep::conformance {
namespace {

constexpr std::uint32_t kDeepest = 4;
constexpr std::uint32_t kMostTerms = 20;
constexpr std::size_t kLongestSubject = 16;
constexpr std::string_view kNames[] = {"a", "b", "n1", "$_", "é", "𝒜", "\\u0062", "\\u{1d49c}"};
constexpr std::string_view kSoup = "()[]{}*+?|^$\\.-<>=!:,0123459abckpuxdDsSwWBPU_é😀\u2028";
// What kNames[i] means, for a look at whether it is already in use.
constexpr std::string_view kMeanings[] = {"a", "b", "n1", "$_", "é", "𝒜", "b", "𝒜"};

std::string_view meaning(std::string_view name) {
  const auto found = std::find(std::begin(kNames), std::end(kNames), name);
  return kMeanings[found - std::begin(kNames)];
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '|') {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

// Code points as strings.
std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> result;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) result.emplace_back();
    result.back().push_back(c);
  }
  return result;
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

class Generator {
 public:
  explicit Generator(const NextByte& next) : next_(next) {}

  GeneratedPattern pattern() {
    // Half of the patterns strict, a quarter with what Annex B admits, a quarter with faults.
    const std::uint32_t draw = below(4);
    worst_ = draw < 2 ? Validity::both_or_u : draw == 2 ? Validity::without_u : Validity::nowhere;
    GeneratedPattern result;
    result.sketch = alternatives(0, 0);
    result.source = pattern_text(result.sketch, false);
    result.strict = worst_ == Validity::both_or_u;
    result.mutated = worst_ != Validity::both_or_u && chance(3);
    if (result.mutated) result.source = mutate(result.source);
    result.parts.assign(parts_.begin(), parts_.end());
    return result;
  }

 private:
  std::uint32_t below(std::uint32_t count) { return next_() % count; }
  bool chance(std::uint32_t one_in) { return below(one_in) == one_in - 1; }

  void note(std::string_view part) { parts_.insert(part); }

  // A leaf that the mode of the pattern admits. Strict spellings stay the most frequent ones.
  const PatternLeaf& draw(std::span<const PatternLeaf> leaves) {
    const Validity worst = chance(3) ? worst_ : Validity::both_or_u;
    std::vector<const PatternLeaf*> admitted;
    for (const PatternLeaf& leaf : leaves) {
      if (leaf.validity <= worst) admitted.push_back(&leaf);
    }
    const PatternLeaf& leaf = *admitted[below(static_cast<std::uint32_t>(admitted.size()))];
    note(leaf.part);
    return leaf;
  }

  PatternSketch leaf(std::span<const PatternLeaf> leaves) {
    const PatternLeaf& drawn = draw(leaves);
    PatternSketch sketch;
    sketch.text = drawn.text;
    sketch.samples = split(drawn.samples);
    return sketch;
  }

  PatternSketch alternatives(std::uint32_t depth, std::uint32_t loops) {
    PatternSketch sketch;
    sketch.kind = PatternSketch::Kind::alternatives;
    const std::uint32_t count = chance(3) ? 2 + below(2) : 1;
    if (count > 1) note("alternation");
    const std::set<std::string_view> before = names_;
    std::set<std::string_view> after = names_;
    for (std::uint32_t index = 0; index < count; ++index) {
      // Now and then the names of the other alternatives may be used again.
      if (index > 0 && chance(2)) names_ = before;
      sketch.children.push_back(sequence(depth, loops));
      after.insert(names_.begin(), names_.end());
    }
    names_ = std::move(after);
    return sketch;
  }

  PatternSketch sequence(std::uint32_t depth, std::uint32_t loops) {
    PatternSketch sketch;
    sketch.kind = PatternSketch::Kind::sequence;
    const std::uint32_t count = chance(8) ? 0 : 1 + below(depth == 0 ? 4 : 3);
    if (count == 0) note("empty_alternative");
    for (std::uint32_t index = 0; index < count; ++index) sketch.children.push_back(term(depth, loops));
    return sketch;
  }

  PatternSketch term(std::uint32_t depth, std::uint32_t loops) {
    if (terms_left_ > 0) --terms_left_;
    if (chance(8)) return leaf(assertion_leaves());
    const bool repeated = loops < 2 && chance(3);
    if (!repeated) return atom(depth, loops);
    const PatternLeaf& quantifier = draw(quantifier_leaves());
    const std::vector<std::string> rounds = split(quantifier.samples);
    PatternSketch sketch;
    sketch.kind = PatternSketch::Kind::quantified;
    sketch.text = quantifier.text;
    sketch.least = static_cast<std::uint32_t>(std::stoul(rounds[0]));
    sketch.most = static_cast<std::uint32_t>(std::stoul(rounds[1]));
    sketch.children.push_back(atom(depth, loops + 1));
    return sketch;
  }

  PatternSketch atom(std::uint32_t depth, std::uint32_t loops) {
    const std::uint32_t kind = below(10);
    if (kind >= 8 && depth < kDeepest && terms_left_ > 0) return group(depth, loops);
    if (kind == 7) return character_class();
    if (kind == 6 && (groups_ > 0 || chance(6))) return back_reference();
    return leaf(atom_leaves());
  }

  PatternSketch character_class() {
    PatternSketch sketch;
    const bool negated = chance(4);
    note(negated ? "class_negated" : "class");
    sketch.text = negated ? "[^" : "[";
    const std::uint32_t count = below(5);
    if (count == 0) note("class_empty");
    for (std::uint32_t index = 0; index < count; ++index) {
      const PatternLeaf& item = draw(class_leaves());
      sketch.text += item.text;
      for (std::string& sample : split(item.samples)) sketch.samples.push_back(std::move(sample));
    }
    sketch.text += "]";
    if (negated) sketch.samples = {"q", "ж", "😂", "\n"};
    return sketch;
  }

  PatternSketch group(std::uint32_t depth, std::uint32_t loops) {
    const PatternLeaf& opener = draw(group_leaves());
    PatternSketch sketch;
    sketch.kind = PatternSketch::Kind::group;
    sketch.text = opener.text;
    sketch.zero_width = opener.samples == "zero";
    if (opener.part == "capture") sketch.group = ++groups_;
    if (opener.part == "named_capture") {
      const std::size_t choice = group_name();
      const std::string_view means = kMeanings[choice];
      if (!names_.insert(means).second) note("name_used_twice");
      if (!named_groups_.insert(means).second) note("name_used_again");
      sketch.group = ++groups_;
      sketch.name = kNames[choice];
    }
    sketch.children.push_back(alternatives(depth + 1, loops));
    return sketch;
  }

  // An index into kNames: of a name that is free here, unless the pattern is to have a fault; with a liking
  // for names that another alternative has used.
  std::size_t group_name() {
    const std::size_t first = below(std::size(kNames));
    const bool fault = worst_ == Validity::nowhere && chance(2);
    const bool again = !fault && chance(2);
    std::size_t free = first;
    for (std::size_t step = 0; step < std::size(kNames); ++step) {
      const std::size_t choice = (first + step) % std::size(kNames);
      if (names_.contains(kMeanings[choice]) != (fault && !names_.empty())) continue;
      if (!again || named_groups_.contains(kMeanings[choice])) return choice;
      free = choice;
    }
    return free;
  }

  PatternSketch back_reference() {
    PatternSketch sketch;
    sketch.kind = PatternSketch::Kind::back_reference;
    if (!named_groups_.empty() && chance(2)) {
      note("reference_by_name");
      sketch.name =
          *std::next(named_groups_.begin(), below(static_cast<std::uint32_t>(named_groups_.size())));
      return sketch;
    }
    note("reference_by_number");
    // One above is a forward reference or, where no group follows, a fault with the u flag.
    const bool forward = groups_ == 0 || chance(6);
    if (forward) note("reference_forward");
    sketch.group = forward ? groups_ + 1 : 1 + below(groups_);
    return sketch;
  }

  std::string mutate(const std::string& source) {
    static const std::vector<std::string> inserted = characters(kSoup);
    std::vector<std::string> text = characters(source);
    for (std::uint32_t count = 1 + below(2); count > 0; --count) {
      const std::uint32_t size = static_cast<std::uint32_t>(text.size());
      const std::uint32_t high = below(256);
      const std::uint32_t at = (high * 256 + below(256)) % (size + 1);
      const auto here = text.begin() + at;
      switch (at == size ? 3 : below(4)) {
        case 0:
          text.erase(here);
          break;
        case 1:
          text.insert(here, text[at]);
          break;
        case 2:
          text.resize(at);
          break;
        default:
          text.insert(here, inserted[below(static_cast<std::uint32_t>(inserted.size()))]);
          break;
      }
    }
    return join(text);
  }

  const NextByte& next_;
  Validity worst_ = Validity::both_or_u;
  std::uint32_t groups_ = 0;
  std::uint32_t terms_left_ = kMostTerms;    // then no group is begun
  std::set<std::string_view> names_;         // not to be used again where the pattern is to be valid
  std::set<std::string_view> named_groups_;  // by meaning
  std::set<std::string_view> parts_;
};

// Writes the text, in which the escaped and the plain spelling of a name count as one.
class Writer {
 public:
  explicit Writer(bool distinct) : distinct_(distinct) {}

  std::string text(const PatternSketch& root) {
    if (distinct_) number(root);
    return write(root);
  }

 private:
  void number(const PatternSketch& sketch) {
    if (sketch.kind == PatternSketch::Kind::group && !sketch.name.empty()) ++uses_[meaning(sketch.name)];
    for (const PatternSketch& child : sketch.children) number(child);
  }

  std::string reference(const PatternSketch& sketch) const {
    if (sketch.name.empty()) return "\\" + std::to_string(sketch.group);
    if (!distinct_) return "\\k<" + sketch.name + ">";
    std::string all = "(?:";
    for (std::uint32_t use = 1; use <= uses_.at(sketch.name); ++use) {
      all += "\\k<" + sketch.name + "_" + std::to_string(use) + ">";
    }
    return all + ")";
  }

  std::string write(const PatternSketch& sketch) {
    std::string result;
    switch (sketch.kind) {
      case PatternSketch::Kind::leaf:
        return sketch.text;
      case PatternSketch::Kind::back_reference:
        return reference(sketch);
      case PatternSketch::Kind::sequence:
        for (const PatternSketch& child : sketch.children) result += write(child);
        return result;
      case PatternSketch::Kind::alternatives:
        for (const PatternSketch& child : sketch.children) {
          if (&child != &sketch.children.front()) result += "|";
          result += write(child);
        }
        return result;
      case PatternSketch::Kind::group:
        result = sketch.text;
        if (!sketch.name.empty()) {
          const std::string use = distinct_ ? "_" + std::to_string(++written_[meaning(sketch.name)]) : "";
          result += sketch.name + use + ">";
        }
        return result + write(sketch.children[0]) + ")";
      case PatternSketch::Kind::quantified:
        return write(sketch.children[0]) + sketch.text;
    }
    return result;
  }

  bool distinct_;
  std::map<std::string_view, std::uint32_t> uses_;
  std::map<std::string_view, std::uint32_t> written_;
};

// A text after the sketch; groups remember what they made, for references.
class Sampler {
 public:
  explicit Sampler(const NextByte& next) : next_(next) {}

  std::string sample(const PatternSketch& sketch) {
    switch (sketch.kind) {
      case PatternSketch::Kind::leaf:
        return sketch.samples.empty() ? "" : sketch.samples[next_() % sketch.samples.size()];
      case PatternSketch::Kind::back_reference:
        return sketch.name.empty() ? by_number_[sketch.group] : by_name_[meaning(sketch.name)];
      case PatternSketch::Kind::alternatives:
        return sample(sketch.children[next_() % sketch.children.size()]);
      case PatternSketch::Kind::sequence: {
        std::string result;
        for (const PatternSketch& child : sketch.children) result += sample(child);
        return result;
      }
      case PatternSketch::Kind::group: {
        std::string result = sample(sketch.children[0]);
        if (sketch.group > 0) by_number_[sketch.group] = result;
        if (!sketch.name.empty()) by_name_[meaning(sketch.name)] = result;
        return sketch.zero_width ? "" : result;
      }
      case PatternSketch::Kind::quantified: {
        std::string result;
        const std::uint32_t rounds = sketch.least + next_() % (sketch.most - sketch.least + 1);
        for (std::uint32_t round = 0; round < rounds; ++round) result += sample(sketch.children[0]);
        return result;
      }
    }
    return {};
  }

 private:
  const NextByte& next_;
  std::map<std::uint32_t, std::string> by_number_;
  std::map<std::string_view, std::string> by_name_;
};

}  // namespace

std::vector<std::string_view> pattern_parts() {
  std::set<std::string_view> parts = {"alternation",      "empty_alternative", "class",
                                      "class_negated",    "class_empty",       "name_used_twice",
                                      "name_used_again",  "reference_by_name", "reference_by_number",
                                      "reference_forward"};
  for (const auto leaves :
       {atom_leaves(), assertion_leaves(), class_leaves(), quantifier_leaves(), group_leaves()}) {
    for (const PatternLeaf& leaf : leaves) parts.insert(leaf.part);
  }
  return {parts.begin(), parts.end()};
}

GeneratedPattern generate_pattern(const NextByte& next) { return Generator(next).pattern(); }

std::string generate_soup(const NextByte& next) {
  static const std::vector<std::string> alphabet = characters(kSoup);
  std::string text;
  for (std::uint32_t count = 1 + next() % 10U; count > 0; --count) text += alphabet[next() % alphabet.size()];
  return text;
}

std::string generate_subject(const GeneratedPattern& pattern, const NextByte& next) {
  static const std::vector<std::string> stray =
      characters("abAZ019_- \n\\{}é\u0301\u0085\u2028\u2029\uFEFF😀😁𝒜٣ßα");
  const auto one = [&] { return stray[next() % stray.size()]; };
  std::vector<std::string> text = characters(Sampler(next).sample(pattern.sketch));
  const std::uint8_t change = next() % 8;
  if (change >= 6) {
    for (std::uint32_t count = next() % 4; count > 0; --count) text.insert(text.begin(), one());
    for (std::uint32_t count = next() % 4; count > 0; --count) text.push_back(one());
  } else if (change == 5) {
    const std::size_t at = next() % (text.size() + 1);
    if (at == text.size()) {
      text.push_back(one());
    } else if (next() % 2 == 0) {
      text[at] = one();
    } else {
      text.erase(text.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  if (text.size() > kLongestSubject) text.resize(kLongestSubject);
  return join(text);
}

std::string pattern_text(const PatternSketch& sketch, bool distinct_names) {
  return Writer(distinct_names).text(sketch);
}

}  // namespace lockstep::conformance
