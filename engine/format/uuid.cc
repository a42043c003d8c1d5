// uuid: RFC 4122 section 3, any version and variant.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {

Grammar uuid() {
  return {whole(kHex + "{8}-" + kHex + "{4}-" + kHex + "{4}-" + kHex + "{4}-" + kHex + "{12}")};
}

}  // namespace lockstep::engine::grammar
