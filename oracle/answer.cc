#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

Answer both(const Answer& a, const Answer& b) {
  if (a.is_no() || b.is_no()) return Answer::no();
  if (a.is_unknown()) return a;
  return b;
}

Answer either(const Answer& a, const Answer& b) {
  if (a.is_yes() || b.is_yes()) return Answer::yes();
  if (a.is_unknown()) return a;
  return b;
}

Answer negate(const Answer& a) {
  if (a.is_unknown()) return a;
  return Answer::of(a.is_no());
}

}  // namespace lockstep::oracle
