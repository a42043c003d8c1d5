// The derived property and the rules for labels, in the order and the words of the RFCs.
#include "lockstep/oracle/format/idna.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "lockstep/oracle/format/normalize.h"
#include "lockstep/oracle/format/text.h"
#include "lockstep/oracle/format/unicode_data.h"

namespace lockstep::oracle {
namespace {

bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// RFC 5892 section 2.6 (F), and which property each of them has.
constexpr std::u32string_view kExceptionsPvalid = U"\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007";
constexpr std::u32string_view kExceptionsDisallowed =
    U"\u0640\u07FA\u302E\u302F\u3031\u3032\u3033\u3034\u3035\u303B";
bool is_exception_contexto(char32_t c) {
  return is_one_of(c, U"\u00B7\u0375\u05F3\u05F4\u30FB") || in(c, 0x0660, 0x0669) || in(c, 0x06F0, 0x06F9);
}

// RFC 5892 section 2.1 (A): General_Category is in {Ll, Lu, Lo, Nd, Lm, Mn, Mc}.
bool is_letter_digit(GeneralCategory category) {
  switch (category) {
    case GeneralCategory::Ll:
    case GeneralCategory::Lu:
    case GeneralCategory::Lo:
    case GeneralCategory::Nd:
    case GeneralCategory::Lm:
    case GeneralCategory::Mn:
    case GeneralCategory::Mc:
      return true;
    default:
      return false;
  }
}

// Section 2.4 (D): the blocks Combining Diacritical Marks for Symbols, Musical Symbols, Ancient Greek Musical
// Notation.
bool is_in_ignorable_block(char32_t c) {
  return in(c, 0x20D0, 0x20FF) || in(c, 0x1D100, 0x1D1FF) || in(c, 0x1D200, 0x1D24F);
}

// Section 2.5 (E): in lower case only, as upper case is unstable.
bool is_ldh(char32_t c) { return c == U'-' || is_digit(c) || in(c, U'a', U'z'); }

// Section 2.9 (I): Hangul_Syllable_Type is in {L, V, T}.
bool is_old_hangul_jamo(char32_t c) {
  return in(c, 0x1100, 0x11FF) || in(c, 0xA960, 0xA97C) || in(c, 0xD7B0, 0xD7C6) || in(c, 0xD7CB, 0xD7FB);
}

bool is_mark(char32_t c) {
  const GeneralCategory category = general_category(c);
  return category == GeneralCategory::Mn || category == GeneralCategory::Mc ||
         category == GeneralCategory::Me;
}

bool is_virama_before(std::u32string_view label, std::size_t at) {
  constexpr unsigned kVirama = 9;
  return at > 0 && combining_class(label[at - 1]) == kVirama;
}

// Appendix A.1, second rule: (Joining_Type:{L,D})(Joining_Type:T)*\u200C(Joining_Type:T)*(Joining_Type:{R,D})
bool is_between_joiners(std::u32string_view label, std::size_t at) {
  std::size_t before = at;
  do {
    if (before == 0) return false;
    --before;
  } while (joining_type(label[before]) == JoiningType::transparent);
  std::size_t after = at;
  do {
    if (++after == label.size()) return false;
  } while (joining_type(label[after]) == JoiningType::transparent);
  const JoiningType left = joining_type(label[before]);
  const JoiningType right = joining_type(label[after]);
  return (left == JoiningType::left || left == JoiningType::dual) &&
         (right == JoiningType::right || right == JoiningType::dual);
}

// Appendix A: the context rules. True for a character that needs none.
bool has_valid_context(std::u32string_view label, std::size_t at) {
  const auto script_at = [&](std::size_t i) { return i < label.size() ? script(label[i]) : Script::other; };
  const auto any = [&](auto predicate) { return std::any_of(label.begin(), label.end(), predicate); };
  const char32_t c = label[at];
  switch (c) {
    case 0x200C:
      return is_virama_before(label, at) || is_between_joiners(label, at);  // A.1
    case 0x200D:
      return is_virama_before(label, at);  // A.2
    case 0x00B7:
      return at > 0 && label[at - 1] == U'l' && label.substr(at + 1).starts_with(U'l');  // A.3
    case 0x0375:
      return script_at(at + 1) == Script::greek;  // A.4
    case 0x05F3:                                  // A.5
    case 0x05F4:
      return at > 0 && script_at(at - 1) == Script::hebrew;  // A.6
    case 0x30FB:                                             // A.7
      return any([](char32_t other) {
        const Script s = script(other);
        return s == Script::hiragana || s == Script::katakana || s == Script::han;
      });
    default:
      break;
  }
  if (in(c, 0x0660, 0x0669)) return !any([](char32_t d) { return in(d, 0x06F0, 0x06F9); });  // A.8
  if (in(c, 0x06F0, 0x06F9)) return !any([](char32_t d) { return in(d, 0x0660, 0x0669); });  // A.9
  return true;
}

}  // namespace

// RFC 5892 section 3. Section 2.7 (G), BackwardCompatible, is empty; section 2.8 (H) is Join_Control.
IdnaProperty idna_property(char32_t c) {
  if (is_one_of(c, kExceptionsPvalid)) return IdnaProperty::pvalid;
  if (is_exception_contexto(c)) return IdnaProperty::contexto;
  if (is_one_of(c, kExceptionsDisallowed)) return IdnaProperty::disallowed;
  const GeneralCategory category = general_category(c);
  if (category == GeneralCategory::Cn && !is_noncharacter(c))
    return IdnaProperty::unassigned;  // section 2.10 (J)
  if (is_ldh(c)) return IdnaProperty::pvalid;
  if (c == 0x200C || c == 0x200D) return IdnaProperty::contextj;
  if (is_unstable(c)) return IdnaProperty::disallowed;            // section 2.2 (B)
  if (is_ignorable_property(c)) return IdnaProperty::disallowed;  // section 2.3 (C)
  if (is_in_ignorable_block(c)) return IdnaProperty::disallowed;
  if (is_old_hangul_jamo(c)) return IdnaProperty::disallowed;
  if (is_letter_digit(category)) return IdnaProperty::pvalid;
  return IdnaProperty::disallowed;
}

bool is_u_label(std::u32string_view label) {
  if (std::none_of(label.begin(), label.end(), [](char32_t c) { return c >= 0x80; })) return false;
  if (label.front() == U'-' || label.back() == U'-') return false;
  if (label.size() >= 4 && label.substr(2, 2) == U"--") return false;
  if (is_mark(label.front())) return false;
  for (std::size_t at = 0; at < label.size(); ++at) {
    const IdnaProperty property = idna_property(label[at]);
    if (property == IdnaProperty::disallowed || property == IdnaProperty::unassigned) return false;
    if (property != IdnaProperty::pvalid && !has_valid_context(label, at)) return false;
  }
  return to_nfc(label) == label;
}

bool is_rtl_label(std::u32string_view label) {
  return std::any_of(label.begin(), label.end(), [](char32_t c) {
    const BidiClass b = bidi_class(c);
    return b == BidiClass::R || b == BidiClass::AL || b == BidiClass::AN;
  });
}

bool satisfies_bidi_rule(std::u32string_view label) {
  if (label.empty()) return false;
  const auto has = [&](BidiClass wanted) {
    return std::any_of(label.begin(), label.end(), [&](char32_t c) { return bidi_class(c) == wanted; });
  };
  const BidiClass first = bidi_class(label.front());
  const bool rtl = first == BidiClass::R || first == BidiClass::AL;
  if (!rtl && first != BidiClass::L) return false;  // condition 1
  for (const char32_t c : label) {                  // conditions 2 and 5
    switch (bidi_class(c)) {
      case BidiClass::EN:
      case BidiClass::ES:
      case BidiClass::CS:
      case BidiClass::ET:
      case BidiClass::ON:
      case BidiClass::BN:
      case BidiClass::NSM:
        break;
      case BidiClass::R:
      case BidiClass::AL:
      case BidiClass::AN:
        if (!rtl) return false;
        break;
      case BidiClass::L:
        if (rtl) return false;
        break;
      default:
        return false;
    }
  }
  const auto last =
      std::find_if(label.rbegin(), label.rend(), [](char32_t c) { return bidi_class(c) != BidiClass::NSM; });
  if (last == label.rend()) return false;
  const BidiClass end = bidi_class(*last);
  if (!rtl) return end == BidiClass::L || end == BidiClass::EN;  // condition 6
  if (has(BidiClass::EN) && has(BidiClass::AN)) return false;    // condition 4
  return end == BidiClass::R || end == BidiClass::AL || end == BidiClass::EN ||
         end == BidiClass::AN;  // condition 3
}

}  // namespace lockstep::oracle
