#include "lockstep/engine/mask/pattern_walk.h"

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/mask/string_tokens.h"

namespace lockstep::engine {
namespace {

constexpr std::uint32_t kFirstBeyondAscii = 0x80;
constexpr std::size_t kMostPoints = 2048;  // 600 bytes each

// Of a character beyond ASCII: bytes to come, or what the second byte is bound by (RFC 3629 section 4).
enum Utf8 : std::uint8_t { kWhole, kOne, kTwo, kThree, kAfterE0, kAfterED, kAfterF0, kAfterF4, kInvalid };

Utf8 lead(std::uint8_t byte) {
  if (byte < 0xC2 || byte > 0xF4) return kInvalid;
  if (byte < 0xE0) return kOne;
  if (byte == 0xE0) return kAfterE0;
  if (byte == 0xED) return kAfterED;
  if (byte < 0xF0) return kTwo;
  return byte == 0xF0 ? kAfterF0 : byte == 0xF4 ? kAfterF4 : kThree;
}

Utf8 continued(std::uint8_t at, std::uint8_t byte) {
  const auto within = [byte](std::uint8_t first, std::uint8_t last, Utf8 next) {
    return byte >= first && byte <= last ? next : kInvalid;
  };
  switch (at) {
    case kOne:
      return within(0x80, 0xBF, kWhole);
    case kTwo:
      return within(0x80, 0xBF, kOne);
    case kThree:
      return within(0x80, 0xBF, kTwo);
    case kAfterE0:
      return within(0xA0, 0xBF, kOne);
    case kAfterED:
      return within(0x80, 0x9F, kOne);
    case kAfterF0:
      return within(0x90, 0xBF, kTwo);
    default:
      return within(0x80, 0x8F, kTwo);
  }
}

}  // namespace

PatternWalk::PatternWalk(const Machine::StringSpot& spot, const TokenTrie& trie)
    : language_(*spot.language),
      automaton_(*spot.language, spot.escapes),
      trie_(trie),
      path_(trie.longest() + 1) {
  set_spot(path_[0], spot.state);
}

// kNone: it stands within a character or an escape, or listed texts are left, or there are many points
// already, as along a token of 100 kB that lengths are counted of.
std::int32_t PatternWalk::point_of(const StringState& state) {
  if (state.phase != StringState{}.phase || state.low < state.high) return kNone;
  if (points_.size() >= kMostPoints) {
    const auto known = index_.find(state);
    return known == index_.end() ? kNone : known->second;
  }
  const auto [found, added] = index_.try_emplace(state, static_cast<std::int32_t>(points_.size()));
  if (added) {
    Point& point = points_.emplace_back();
    point.state = state;
    point.closes = automaton_.can_close(state);
    point.after.fill(kUnknown);
  }
  return found->second;
}

void PatternWalk::set_spot(Spot& spot, const StringState& state) {
  spot.utf8 = kWhole;
  spot.point = point_of(state);
  if (spot.point == kNone) spot.state = state;
}

bool PatternWalk::step_slowly(const StringState& from, std::uint8_t byte, Spot& to) {
  const std::optional<StringState> next = automaton_.step(from, byte);
  if (next) set_spot(to, *next);
  return next.has_value();
}

bool PatternWalk::step_ascii(std::int32_t from, std::uint8_t byte, Spot& to) {
  Point& point = points_[static_cast<std::size_t>(from)];
  std::int32_t& after = point.after[byte];
  if (after == kUnknown) {
    const bool alive = step_slowly(point.state, byte, to);
    after = alive ? to.point : kDead;
    return alive;
  }
  if (after == kNone) return step_slowly(point.state, byte, to);
  to.point = after;
  to.utf8 = kWhole;
  return after != kDead;
}

std::int32_t PatternWalk::beyond(std::int32_t from) {
  Point& point = points_[static_cast<std::size_t>(from)];
  if (point.beyond != kUnknown) return point.beyond;
  const std::optional<StringLanguage::Unlisted> text = language_.after_beyond_ascii(point.state.text);
  std::int32_t next = kNone;
  if (text) {
    // Asked as the automaton asks it after a first byte, so that limits are counted alike.
    const bool alive =
        language_.can_finish_through(point.state.text, {}, 0, kFirstBeyondAscii, kLastCodePoint);
    StringState state = point.state;
    state.text = *text;
    next = alive ? point_of(state) : kDead;
  }
  return points_[static_cast<std::size_t>(from)].beyond = next;
}

bool PatternWalk::step_beyond(const Spot& from, std::uint8_t byte, Spot& to) {
  const std::int32_t next = beyond(from.point);
  if (next == kNone) return step_slowly(points_[static_cast<std::size_t>(from.point)].state, byte, to);
  const Utf8 utf8 = next == kDead ? kInvalid : from.utf8 == kWhole ? lead(byte) : continued(from.utf8, byte);
  to.utf8 = utf8;
  to.point = utf8 == kWhole ? next : from.point;
  return utf8 != kInvalid;
}

bool PatternWalk::step(const Spot& from, std::uint8_t byte, Spot& to) {
  if (from.point == kNone) return step_slowly(from.state, byte, to);
  if (from.utf8 != kWhole || byte >= 0x80) return step_beyond(from, byte, to);
  return step_ascii(from.point, byte, to);
}

bool PatternWalk::closes(const Spot& spot) const {
  if (spot.point == kNone) return automaton_.can_close(spot.state);
  return spot.utf8 == kWhole && points_[static_cast<std::size_t>(spot.point)].closes;
}

void PatternWalk::run(InsideString& inside, Meter& meter) {
  const std::vector<TokenTrie::Node>& nodes = trie_.nodes();
  for (std::uint32_t i = 0; i + 1 < nodes.size();) {
    meter.pass();
    const TokenTrie::Node& node = nodes[i];
    const Spot& at = path_[node.depth - 1];
    const bool closing = node.byte == '"' && closes(at);
    if (closing)
      (at.point == kNone && at.state.low < at.state.high ? inside.closing : inside.unlisted).push_back(i);
    if (closing || !step(at, node.byte, path_[node.depth])) {
      i = node.skip;
      continue;
    }
    for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t)
      set_token(inside.words, trie_.tokens()[t]);
    ++i;
  }
}

}  // namespace lockstep::engine
