// NFC as the standard defines it: full canonical decomposition, canonical ordering, canonical composition.
#include "lockstep/oracle/format/normalize.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "lockstep/oracle/format/unicode_data.h"

namespace lockstep::oracle {
namespace {

// Section 3.12, Conjoining Jamo Behavior.
constexpr char32_t kSBase = 0xAC00;
constexpr char32_t kLBase = 0x1100;
constexpr char32_t kVBase = 0x1161;
constexpr char32_t kTBase = 0x11A7;
constexpr char32_t kLCount = 19;
constexpr char32_t kVCount = 21;
constexpr char32_t kTCount = 28;
constexpr char32_t kSCount = kLCount * kVCount * kTCount;

// Mappings nest, but never deeper than a handful: each step is to an older character.
void decompose(char32_t c, std::u32string& out) {
  if (c >= kSBase && c < kSBase + kSCount) {
    const char32_t index = c - kSBase;
    out.push_back(kLBase + index / (kVCount * kTCount));
    out.push_back(kVBase + index % (kVCount * kTCount) / kTCount);
    if (index % kTCount != 0) out.push_back(kTBase + index % kTCount);
    return;
  }
  const CanonicalMapping mapping = canonical_mapping(c);
  if (mapping.first == 0) {
    out.push_back(c);
    return;
  }
  decompose(mapping.first, out);
  if (mapping.second != 0) decompose(mapping.second, out);
}

// The primary composite of two characters, 0 when there is none.
char32_t compose(char32_t first, char32_t second) {
  if (first >= kLBase && first < kLBase + kLCount && second >= kVBase && second < kVBase + kVCount) {
    return kSBase + ((first - kLBase) * kVCount + (second - kVBase)) * kTCount;
  }
  if (first >= kSBase && first < kSBase + kSCount && (first - kSBase) % kTCount == 0 && second > kTBase &&
      second < kTBase + kTCount) {
    return first + (second - kTBase);
  }
  return primary_composite(first, second);
}

// Definition D117: each character is tried with the last starter unless something between blocks it.
std::u32string composed(std::u32string_view decomposed) {
  std::u32string out;
  std::size_t starter = std::u32string::npos;
  for (const char32_t c : decomposed) {
    const unsigned own_class = combining_class(c);
    if (starter != std::u32string::npos) {
      const bool adjacent = starter + 1 == out.size();
      const unsigned before = adjacent ? 0 : combining_class(out.back());
      const bool blocked = !adjacent && (before == 0 || before >= own_class);
      const char32_t composite = blocked ? 0 : compose(out[starter], c);
      if (composite != 0) {
        out[starter] = composite;
        continue;
      }
    }
    if (own_class == 0) starter = out.size();
    out.push_back(c);
  }
  return out;
}

}  // namespace

std::u32string to_nfc(std::u32string_view text) {
  std::u32string decomposed;
  for (const char32_t c : text) decompose(c, decomposed);
  // Definition D108: characters between starters in the order of their classes, otherwise as they stand.
  auto at = decomposed.begin();
  while (at != decomposed.end()) {
    if (combining_class(*at) == 0) {
      ++at;
      continue;
    }
    const auto end = std::find_if(at, decomposed.end(), [](char32_t c) { return combining_class(c) == 0; });
    for (auto next = at; next != end; ++next) {
      const auto place =
          std::upper_bound(at, next, combining_class(*next),
                           [](unsigned own_class, char32_t c) { return own_class < combining_class(c); });
      std::rotate(place, next, next + 1);
    }
    at = end;
  }
  return composed(decomposed);
}

}  // namespace lockstep::oracle
