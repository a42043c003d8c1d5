// Does a spelling of one given value begin with a partial text? The policy decides, no schema (policy.md 4).
#pragma once

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/declared_order.h"
#include "lockstep/oracle/schema_prefix/partial_value.h"

namespace lockstep::oracle {

// An integral number as an integer word, or as something else; empty where the word is too long to be
// written.
std::string integer_spelling(const std::string& number, bool word);

// Some number in it is integral.
bool has_integers(const JsonValue& value);

// Is every integral number in the value, at any depth, spelled as an integer word (4.4 `plain`)?
bool are_integer_words(const JsonValue& value);

// Under `plain` an integral number is spelled as an integer word. The members of closed parts are taken to be
// in order (DeclaredOrder::holds). An absent text begins every spelling: has the value one?
Answer spelling_begins(const JsonValue& value, const PartialValue& partial, const Applied& applied,
                       DeclaredOrder& orders, const OraclePolicy& policy);

}  // namespace lockstep::oracle
