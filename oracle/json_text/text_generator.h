// RapidCheck generators for the property tests of this folder; compiled once, in text_generator.cc.
#pragma once

#include <rapidcheck.h>

#include <string>

namespace lockstep::oracle {

// A JSON number in any spelling: sign, fraction, exponent within +-400 with leading zeros.
rc::Gen<std::string> number_text();

// A valid JSON text, at most four deep: white space, escapes, surrogate pairs, names that are often alike but
// unique.
rc::Gen<std::string> json_text();

// A valid text with up to three bytes changed, inserted or removed, or a row of tokens, pieces of a string or
// members.
rc::Gen<std::string> broken_json_text();

}  // namespace lockstep::oracle
