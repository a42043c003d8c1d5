// Labels of internationalised names: RFC 5891 section 4.2, the derived property of RFC 5892, the Bidi rule of
// RFC 5893, over Unicode 15.0.
#pragma once

#include <string_view>

namespace lockstep::oracle {

enum class IdnaProperty { pvalid, contextj, contexto, disallowed, unassigned };

// RFC 5892 section 3, computed, not looked up.
IdnaProperty idna_property(char32_t c);

// RFC 5891 section 4.2.1 to 4.2.3.3: NFC, at least one character beyond ASCII, no "--" in third and fourth
// place, no hyphen at either end, no leading combining mark, only characters that are PVALID or stand in a
// valid context. The length and the Bidi rule are matters of the name.
bool is_u_label(std::u32string_view label);

// RFC 5893 section 1.4: has the label a character of Bidi class R, AL or AN?
bool is_rtl_label(std::u32string_view label);

// RFC 5893 section 2: all six conditions.
bool satisfies_bidi_rule(std::u32string_view label);

}  // namespace lockstep::oracle
