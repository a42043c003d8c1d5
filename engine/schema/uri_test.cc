#include "lockstep/engine/schema/uri.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

// RFC 3986 section 5.4, fragments left out as the resolver takes none.
TEST(ResolveReference, ExamplesOfTheRfc) {
  constexpr std::string_view kBase = "http://a/b/c/d;p?q";
  const std::pair<std::string_view, std::string_view> kExamples[] = {{"g:h", "g:h"},
                                                                     {"g", "http://a/b/c/g"},
                                                                     {"./g", "http://a/b/c/g"},
                                                                     {"g/", "http://a/b/c/g/"},
                                                                     {"/g", "http://a/g"},
                                                                     {"//g", "http://g"},
                                                                     {"?y", "http://a/b/c/d;p?y"},
                                                                     {"g?y", "http://a/b/c/g?y"},
                                                                     {";x", "http://a/b/c/;x"},
                                                                     {"g;x", "http://a/b/c/g;x"},
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
                                                                     {"/./g", "http://a/g"},
                                                                     {"/../g", "http://a/g"},
                                                                     {"g.", "http://a/b/c/g."},
                                                                     {".g", "http://a/b/c/.g"},
                                                                     {"g..", "http://a/b/c/g.."},
                                                                     {"./../g", "http://a/b/g"},
                                                                     {"./g/.", "http://a/b/c/g/"},
                                                                     {"g/./h", "http://a/b/c/g/h"},
                                                                     {"g/../h", "http://a/b/c/h"},
                                                                     {"g;x=1/../y", "http://a/b/c/y"},
                                                                     {"g?y/./x", "http://a/b/c/g?y/./x"},
                                                                     {"http:g", "http:g"}};
  for (const auto& [reference, target] : kExamples) {
    EXPECT_EQ(resolve_reference(kBase, reference), target) << reference;
  }
}

TEST(ResolveReference, NamesWithoutHierarchyKeepTheirScheme) {
  EXPECT_EQ(resolve_reference("urn:uuid:1", ""), "urn:uuid:1");
  EXPECT_EQ(resolve_reference("lockstep:///schema", "item.json"), "lockstep:///item.json");
}

TEST(SplitFragment, DecodesPercentEscapes) {
  const auto split = split_fragment("a.json#/%7Bx%7d/~1");
  ASSERT_TRUE(split);
  EXPECT_EQ(split->without_fragment, "a.json");
  EXPECT_EQ(split->fragment, "/{x}/~1");
  EXPECT_FALSE(split_fragment("a")->fragment);
  EXPECT_EQ(split_fragment("#")->fragment, "");
  EXPECT_FALSE(split_fragment("#%4"));
  EXPECT_FALSE(split_fragment("#%zz"));
}

TEST(PointerTokens, FollowsRfc6901) {
  EXPECT_EQ(pointer_tokens(""), std::vector<std::string>{});
  EXPECT_EQ(pointer_tokens("/a~1b/~01/"), (std::vector<std::string>{"a/b", "~1", ""}));
  EXPECT_FALSE(pointer_tokens("a"));
  EXPECT_FALSE(pointer_tokens("/~2"));
  EXPECT_FALSE(pointer_tokens("/~"));
  EXPECT_EQ(pointer_to("/x", "a/~b"), "/x/a~1~0b");
}

}  // namespace
}  // namespace lockstep::engine
