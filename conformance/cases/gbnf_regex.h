// GBNF grammars of sessions as regular expressions, so that a session can be opened on them: those without
// recursion, which say no more than a regular expression does. Whole grammars are not judged by this.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace lockstep::conformance {

// Why there is none: recursion, or a form that is not read here. A sentence.
struct NotRegular {
  std::string why;
};

// Of the rule `root`. Read: rules over several lines, comments, literals, classes, `.`, groups, names, `|`,
// and the quantifiers * + ? {m} {m,} {m,n}, once after an item; escapes \n \r \t \\ \" \[ \] \- \^ \/ \' \xHH
// \uHHHH
// \UHHHHHHHH. A class and `.` mean code points, line ends among them. At most 1 MiB of expression.
std::variant<std::string, NotRegular> regex_of_gbnf(std::string_view grammar);

}  // namespace lockstep::conformance
