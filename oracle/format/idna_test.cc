// Punycode by the samples of RFC 3492 section 7.1, the derived property by RFC 5892, the Bidi rule by RFC
// 5893.
#include "lockstep/oracle/format/idna.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "lockstep/oracle/format/punycode.h"

namespace lockstep::oracle {
namespace {

TEST(Punycode, AgreesWithTheSamplesOfTheRfc) {
  // (B), (C), (D), (J), (L), (R) and (S) of section 7.1; the first three have no basic code points.
  const std::vector<std::pair<std::u32string, std::u32string>> samples = {
      {U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", U"ihqwcrb4cv8a8dqg056pqjye"},
      {U"\u4ED6\u5011\u7232\u4EC0\u9EBD\u4E0D\u8AAA\u4E2D\u6587", U"ihqwctvzc91f659drss3x8bo0yb"},
      {U"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", U"Proprostnemluvesky-uyb24dma41a"},
      {U"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", U"3B-ww4c5e180e575a65lsy2b"},
      {U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", U"d9juau41awczczp"},
      {U"-> $1.00 <-", U"-> $1.00 <--"}};
  for (const auto& [text, encoded] : samples) {
    EXPECT_EQ(punycode_encode(text), encoded);
    EXPECT_EQ(punycode_decode(encoded), text);
  }
}

TEST(Punycode, RefusesWhatIsNoEncoding) {
  // A truncated integer, an overflow, digits that are none, a basic code point that is none, nothing before
  // "-".
  for (const std::u32string_view text : {U"z", U"99999999999", U"!", U"a-\u00E9", U"\u00E9-a", U"-a"}) {
    EXPECT_FALSE(punycode_decode(text)) << std::string(text.begin(), text.end());
  }
  EXPECT_FALSE(punycode_decode(std::u32string(1001, U'a')));
  EXPECT_FALSE(punycode_encode(std::u32string(1001, U'\u00E9')));
}

TEST(IdnaProperty, FollowsTheDerivation) {
  EXPECT_EQ(idna_property(U'a'), IdnaProperty::pvalid);
  EXPECT_EQ(idna_property(U'A'), IdnaProperty::disallowed);
  EXPECT_EQ(idna_property(U'\u00DF'), IdnaProperty::pvalid);
  EXPECT_EQ(idna_property(U'\u00B7'), IdnaProperty::contexto);
  EXPECT_EQ(idna_property(U'\u200D'), IdnaProperty::contextj);
  EXPECT_EQ(idna_property(U'\u0378'), IdnaProperty::unassigned);
  EXPECT_EQ(idna_property(U'\uFFFF'), IdnaProperty::disallowed);
  EXPECT_EQ(idna_property(U'\u1100'), IdnaProperty::disallowed);
  EXPECT_EQ(idna_property(U'\uFB01'), IdnaProperty::disallowed);
  EXPECT_EQ(idna_property(U'\U0001E030'), IdnaProperty::disallowed);
  EXPECT_EQ(idna_property(U'\U00011F04'), IdnaProperty::pvalid);      // Kawi, new in Unicode 15.0
  EXPECT_EQ(idna_property(U'\U0002EBF0'), IdnaProperty::unassigned);  // of Unicode 15.1
}

TEST(BidiRule, HasSixConditions) {
  EXPECT_FALSE(satisfies_bidi_rule(U"1\u05D0"));             // 1: begins with a digit
  EXPECT_FALSE(satisfies_bidi_rule(U"\u05D0a\u05D1"));       // 2: L in a right-to-left label
  EXPECT_FALSE(satisfies_bidi_rule(U"\u05D0-"));             // 3: ends with ES
  EXPECT_TRUE(satisfies_bidi_rule(U"\u05D0\u0300\u0301"));   // 3: NSM may follow the end
  EXPECT_FALSE(satisfies_bidi_rule(U"\u0628\u0660\u06F0"));  // 4: AN with EN
  EXPECT_FALSE(satisfies_bidi_rule(U"a\u05D0"));             // 5: R in a left-to-right label
  EXPECT_FALSE(satisfies_bidi_rule(U"a-"));                  // 6: ends with ES
  EXPECT_TRUE(satisfies_bidi_rule(U"a1"));
  EXPECT_FALSE(satisfies_bidi_rule(U""));
}

}  // namespace
}  // namespace lockstep::oracle
