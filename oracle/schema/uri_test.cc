// URI references: the examples of RFC 3986 section 5.4, normal form, what is no URI reference.
#include "lockstep/oracle/schema/uri.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace lockstep::oracle {
namespace {

std::string resolved(const char* base, const char* reference) {
  const Uri uri = resolve_uri(*parse_uri(base), *parse_uri(reference));
  return identity_of(uri) + (uri.fragment ? "#" + *uri.fragment : "");
}

TEST(Uri, ResolvesTheExamplesOfSection5_4) {
  constexpr std::array<std::pair<const char*, const char*>, 42> kExamples = {{
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  }};
  for (const auto& [reference, target] : kExamples) {
    EXPECT_EQ(resolved("http://a/b/c/d;p?q", reference), target) << reference;
  }
}

TEST(Uri, ResolvesAgainstNamesAndEmptyPaths) {
  EXPECT_EQ(resolved("urn:example:a", "#x"), "urn:example:a#x");
  EXPECT_EQ(resolved("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolved("file:///folder/file.json", "other.json"), "file:///folder/other.json");
}

TEST(Uri, OneIdentityForEquivalentSpellings) {
  EXPECT_EQ(identity_of(*parse_uri("HTTP://User@EXAMPLE.com/%7eA/./b/../%2f?%c3%A9#x")),
            "http://User@example.com/~A/%2F?%C3%A9");
  EXPECT_NE(identity_of(*parse_uri("http://a/B")), identity_of(*parse_uri("http://a/b")));
  EXPECT_NE(identity_of(*parse_uri("http://a/b?")), identity_of(*parse_uri("http://a/b")));
}

TEST(Uri, RefusesWhatIsNoReference) {
  for (const char* text :
       {"a b", "1a:b", ":x", "http://a b/", "%zz", "a%2", "a\\b", "<a>", "caf\xC3\xA9", "a?b c"}) {
    EXPECT_FALSE(parse_uri(text).has_value()) << text;
  }
  for (const char* text :
       {"", "#", "a/b:c", "./a:b", "urn:uuid:deadbeef", "tag:a,2020:b", "http://[::1]:80/"}) {
    EXPECT_TRUE(parse_uri(text).has_value()) << text;
  }
}

TEST(Uri, KeepsForbiddenCharactersOfFragments) {
  const std::optional<Uri> uri = parse_uri("a#/my type");
  ASSERT_TRUE(uri.has_value());
  EXPECT_EQ(uri->fragment, "/my type");
  EXPECT_TRUE(has_fragment_faults(*uri));
  EXPECT_FALSE(has_fragment_faults(*parse_uri("a#/my%20type?")));
}

TEST(Uri, DecodesPercent) {
  EXPECT_EQ(percent_decode("a%25b%C3%a9"), "a%b\xC3\xA9");
  EXPECT_EQ(percent_decode("%"), std::nullopt);
  EXPECT_EQ(percent_decode("%4"), std::nullopt);
  EXPECT_EQ(percent_decode("%4g"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::oracle
