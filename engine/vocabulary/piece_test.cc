// Against the published definitions, not against the code.
#include "lockstep/engine/vocabulary/piece.h"

#include <gtest/gtest.h>

#include "lockstep/engine/vocabulary/test_files.h"

namespace lockstep::engine {
namespace {

TEST(VocabularyPiece, ByteLevelAlphabetOfGpt2) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto decoded = decode_byte_level(test_files::byte_level(static_cast<unsigned char>(byte)));
    ASSERT_TRUE(decoded.has_value()) << byte;
    EXPECT_EQ(*decoded, std::string(1, static_cast<char>(byte))) << byte;
  }
  EXPECT_EQ(decode_byte_level("Ġthe"), " the");
  EXPECT_EQ(decode_byte_level("ĊĉÃ©"), "\n\t\xC3\xA9");
  EXPECT_EQ(decode_byte_level(""), "");
  for (const char* bad : {" ", "\n", "\x7F", "a\xC2\xA0", "\xC2\xAD", "ń", "€", "\xC4", "\xF0\x9F\x98\x80"}) {
    EXPECT_FALSE(decode_byte_level(bad).has_value()) << bad;
  }
  EXPECT_EQ(decode_byte_level("Ń"), "\xAD");  // U+0143, the last of the alphabet
}

TEST(VocabularyPiece, ByteFallback) {
  EXPECT_EQ(decode_byte_fallback("<0x00>"), 0);
  EXPECT_EQ(decode_byte_fallback("<0xfF>"), 255);
  EXPECT_EQ(decode_byte_fallback("<0x0A>"), 10);
  for (const char* bad : {"<0x0>", "<0x0AA>", "<0X0A>", "0x0A", "<0xG0>", "<0x0A> ", "<0x+A>", ""}) {
    EXPECT_FALSE(decode_byte_fallback(bad).has_value()) << bad;
  }
  EXPECT_TRUE(is_doubtful_byte_fallback("<0x+A>"));
  EXPECT_TRUE(is_doubtful_byte_fallback("<0x1Z>"));
  EXPECT_FALSE(is_doubtful_byte_fallback("<0x0A>"));
  EXPECT_FALSE(is_doubtful_byte_fallback("<0xZZ>"));
}

TEST(VocabularyPiece, Base64OfRfc4648Section10) {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"Zg==", "f"},
                                                         {"Zm8=", "fo"},
                                                         {"Zm9v", "foo"},
                                                         {"Zm9vYg==", "foob"},
                                                         {"Zm9vYmE=", "fooba"},
                                                         {"Zm9vYmFy", "foobar"},
                                                         {"+/+/", "\xFB\xFF\xBF"}};
  for (const auto& [text, bytes] : vectors) EXPECT_EQ(decode_base64(text), bytes) << text;
  for (const char* bad :
       {"Zg", "Zg=", "Z===", "====", "Zh==", "Zm9=", "Zm-v", "Zm9v\n", "Zg==Zg==", "Zm 9", "=Zg="}) {
    EXPECT_FALSE(decode_base64(bad).has_value()) << bad;
  }
}

TEST(VocabularyPiece, ReplaceAll) {
  EXPECT_EQ(replace_all("\xE2\x96\x81\xE2\x96\x81x", kMetaspace, " "), "  x");
  EXPECT_EQ(replace_all("aaa", "aa", "b"), "ba");
  EXPECT_EQ(replace_all("", "a", "b"), "");
}

TEST(VocabularyPiece, Utf8) {
  for (const char* good : {"", "a", "é", "€", "😀", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF"})
    EXPECT_TRUE(is_valid_utf8(good));
  for (const char* bad : {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                          "\xF4\x90\x80\x80", "\xE2\x82", "a\xFF"}) {
    EXPECT_FALSE(is_valid_utf8(bad)) << bad;
  }
}

}  // namespace
}  // namespace lockstep::engine
