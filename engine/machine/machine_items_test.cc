// Keywords about items: those that are contained, those that nothing else evaluates.
#include <gtest/gtest.h>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

TEST(MachineItems, AreContained) {
  check(
      {{R"({"type":"array","contains":{"const":1}})", {"[1]", "[2,1.0,3]"}, {{"[]", 1}, {"[2]", 2}}},
       {R"({"type":"array","contains":{"const":1},"maxItems":2})",
        {"[2,1]", "[1,2]"},
        {{"[2,3]", 3}, {R"([2,")", 3}}},
       {R"({"contains":{"type":"integer"},"minContains":2,"maxContains":3,"items":{"type":"number"}})",
        {"[1,2]", "[1,0.5,2,3]", "{}"},
        {{"[1]", 2}, {"[1,2,3,4]", 8}, {R"([1,"x")", 3}}},
       {R"({"type":"array","contains":{"type":"integer"},"minContains":0,"maxContains":1})",
        {"[]", "[1]", R"([1,"x"])"},
        {{"[1,1]", 4}}},
       {R"({"not":{"contains":{"type":"string"}},"type":"array"})", {"[]", "[1]"}, {{R"([")", 1}}},
       {R"({"contains":true,"minContains":2,"maxContains":2,"type":"array"})",
        {"[1,1]"},
        {{"[1]", 2}, {"[1,1,", 4}}},
       {R"({"contains":false,"minContains":0,"type":"array"})", {"[]", "[1]"}, {}},
       {R"({"type":"array","maxItems":1,"allOf":[{"contains":{"minimum":2}},{"contains":{"type":"number"}}]})",
        {"[2]", "[30]"},
        {{R"(["x")", 1}, {"[1]", 2}}},
       {R"({"minContains":3,"maxContains":1,"type":"array"})", {"[]", "[1]"}, {}},
       {R"({"type":"array","contains":{"type":"null"},"minContains":4096,"maxContains":4096,"maxItems":4096})",
        {},
        {{"[]", 1}, {"[1", 1}}}});
  expect_empty(
      {R"({"type":"array","items":{"const":1},"contains":{"const":2}})",
       R"({"type":"array","contains":false})",
       R"({"type":"array","maxItems":2,"contains":{"const":1},"minContains":3})",
       R"({"type":"array","maxItems":2,"contains":{"const":1},"minContains":2,"not":{"minItems":2}})",
       R"({"type":"array","contains":{"type":"integer"},"minContains":2,"maxContains":1})"});
}

TEST(MachineItems, AreUnevaluatedUnlessSomethingThatHoldsSaysSomethingOfThem) {
  check(
      {{R"({"type":"array","prefixItems":[{}],"unevaluatedItems":false})", {"[]", "[1]"}, {{"[1,", 2}}},
       {R"({"type":"array","anyOf":[{"prefixItems":[true,{"const":2}]},{"prefixItems":[{"const":1}]}],
              "unevaluatedItems":{"type":"null"}})",
        {"[1,2,null]", "[3,2]", "[1,null]", "[3]"},
        {{"[1,3]", 3}, {"[3,null", 3}}},
       {R"({"type":"array","contains":{"type":"integer"},"unevaluatedItems":{"type":"string"}})",
        {R"(["a",1])", R"([1,"a"])", "[1]"},
        {{R"(["a"])", 4}, {"[1,null", 3}}},
       {R"({"type":"array","contains":{"type":"integer"},"minContains":0,"unevaluatedItems":false})",
        {"[]", "[1,2]"},
        {{R"([")", 1}}},
       {R"({"type":"array","if":{"contains":{"const":1}},"unevaluatedItems":{"type":"null"}})",
        {"[]", "[1]", "[null,1,1]", "[null]"},
        {{"[2", 1}}},
       {R"({"type":"array","if":{"items":{"type":"integer"}},"unevaluatedItems":{"type":["integer","null"]}})",
        {"[1,null]"},
        {{R"([")", 1}}},
       {R"({"type":"array","allOf":[{"prefixItems":[{}],"unevaluatedItems":{"type":"integer"}}],"unevaluatedItems":false})",
        {R"(["x",1,2])"},
        {{R"(["x","y")", 5}}}});
}

}  // namespace
}  // namespace lockstep::engine
