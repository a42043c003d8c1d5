// json-pointer: RFC 6901 section 3, the string form. relative-json-pointer: section 3 of
// draft-handrews-relative-json-pointer-01.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {
namespace {

// *( "/" reference-token ); an unescaped character is any but "/" and "~".
const std::string kPointer = "(?:/(?:[^/~]|~[01])*)*";

}  // namespace

Grammar json_pointer() { return {whole(kPointer)}; }

Grammar relative_json_pointer() {
  const std::string non_negative_integer = either({"0", "[1-9][0-9]*"});
  return {whole(non_negative_integer + either({kPointer, "#"}))};
}

}  // namespace lockstep::engine::grammar
