// uri-template: RFC 6570 section 2 with erratum 6937, by which "'" is a literal; the operators that are
// reserved for extensions are in the grammar (section 2.2).
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {

Grammar uri_template() {
  const std::string literal =
      either({"[!#$&-;=?-\\[\\]_a-z~" + kUcschar + kIprivate + "]", kPercentEncoded});  // section 2.1
  const std::string varchar = either({"[A-Za-z0-9_]", kPercentEncoded});                // section 2.3
  const std::string varname = varchar + group("\\.?" + varchar) + "*";
  const std::string modifier = either({":[1-9][0-9]{0,3}", "\\*"});  // section 2.4
  const std::string varspec = varname + modifier + "?";
  const std::string expression = "\\{[+#./;?&=,!@|]?" + varspec + group("," + varspec) + "*\\}";
  return {whole(either({literal, expression}) + "*")};
}

}  // namespace lockstep::engine::grammar
