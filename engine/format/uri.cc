// uri, uri-reference: RFC 3986 appendix A. iri, iri-reference: RFC 3987 section 2.2, which is the same
// grammar with more characters.
#include "lockstep/engine/format/grammar.h"

namespace lockstep::engine::grammar {
namespace {

constexpr const char* kSubDelims = "!$&'()*+,;=";

class Rules {
 public:
  explicit Rules(bool international)
      : unreserved_(std::string("A-Za-z0-9._~\\-") + (international ? kUcschar : "")),
        private_(international ? kIprivate : "") {}

  std::string absolute() const {
    return "[A-Za-z][A-Za-z0-9+.\\-]*:" + either({network(), path_absolute(), path_rootless(), ""}) + tail();
  }
  std::string relative() const { return either({network(), path_absolute(), path_noscheme(), ""}) + tail(); }

 private:
  // One character of these, or an encoded one.
  std::string one_of(const std::string& more) const {
    return either({"[" + unreserved_ + kSubDelims + more + "]", kPercentEncoded});
  }
  std::string pchar() const { return one_of(":@"); }
  std::string segments() const { return group("/" + pchar() + "*") + "*"; }
  std::string path_absolute() const { return "/" + optional(pchar() + "+" + segments()); }
  std::string path_rootless() const { return pchar() + "+" + segments(); }
  std::string path_noscheme() const { return one_of("@") + "+" + segments(); }

  // "//" authority path-abempty. An IPv4address is a reg-name too.
  std::string network() const {
    const std::string future = std::string("[Vv]") + kHex + "+\\.[A-Za-z0-9._~\\-" + kSubDelims + ":]+";
    const std::string literal = "\\[" + either({ipv6_address(), future}) + "\\]";
    const std::string host = either({literal, one_of("") + "*"});
    return "//" + optional(one_of(":") + "*@") + host + optional(":[0-9]*") + segments();
  }
  std::string tail() const {
    const std::string query = either({one_of(":@/?" + private_)}) + "*";
    const std::string fragment = one_of(":@/?") + "*";
    return optional("\\?" + query) + optional("#" + fragment);
  }

  std::string unreserved_;
  std::string private_;
};

Grammar either_form(const Rules& rules) { return {whole(either({rules.absolute(), rules.relative()}))}; }

}  // namespace

Grammar uri() { return {whole(Rules(false).absolute())}; }
Grammar uri_reference() { return either_form(Rules(false)); }
Grammar iri() { return {whole(Rules(true).absolute())}; }
Grammar iri_reference() { return either_form(Rules(true)); }

}  // namespace lockstep::engine::grammar
