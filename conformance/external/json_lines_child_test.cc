// The long-lived child: replies in order, restarts after every kind of death, nothing of a dead child's
// output is kept.
#include "lockstep/conformance/external/json_lines_child.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::conformance {
namespace {

using nlohmann::json;

// A child in Python that does what "do" says.
constexpr const char* kChild = R"(
import json, os, sys, time
count = 0
for line in sys.stdin:
    request = json.loads(line)
    count += 1
    reply = {"id": request["id"], "count": count}
    do = request.get("do")
    if do == "crash": os.abort()
    if do == "exit": print("last words", file=sys.stderr); sys.exit(4)
    if do == "hang": time.sleep(1000)
    if do == "wrong_id": reply["id"] = -1
    if do == "garbage": print("garbage"); sys.stdout.flush(); continue
    if do == "flood_stderr": sys.stderr.write("x" * (4 << 20))
    if do == "big": reply["big"] = "x" * (4 << 20)
    if do == "endless":
        while True: sys.stdout.write("x" * 65536)
    if do == "length": reply["length"] = len(request["text"])
    print(json.dumps(reply)); sys.stdout.flush()
)";

JsonLinesChild child(std::chrono::milliseconds time = std::chrono::seconds{20}) {
  return JsonLinesChild({{"/usr/bin/env", "python3", "-c", kChild}, "", 0}, {time, 16U << 20U});
}

TEST(JsonLinesChild, AnswersManyRequestsInOneProcess) {
  JsonLinesChild one = child();
  for (int i = 1; i <= 50; ++i) {
    const Asked asked = one.ask(json::object());
    ASSERT_EQ(asked.end, AskEnd::answered) << asked.message;
    EXPECT_EQ(asked.reply["count"], i);
  }
  EXPECT_EQ(one.starts(), 1U);
}

struct Death {
  const char* what;
  AskEnd end;
  const char* message;
};

TEST(JsonLinesChild, BooksEveryDeathAndStartsAgain) {
  const Death deaths[] = {
      {"crash", AskEnd::crashed, "signal 6"},
      {"exit", AskEnd::crashed, "last words"},
      {"wrong_id", AskEnd::protocol_error, "no reply to request"},
      {"garbage", AskEnd::protocol_error, "garbage"},
      {"endless", AskEnd::protocol_error, "too long"},
  };
  JsonLinesChild one = child();
  std::size_t starts = 0;
  for (const Death& death : deaths) {
    const Asked asked = one.ask({{"do", death.what}});
    EXPECT_EQ(asked.end, death.end) << death.what << ": " << asked.message;
    EXPECT_NE(asked.message.find(death.message), std::string::npos) << death.what << ": " << asked.message;
    const Asked next = one.ask(json::object());
    ASSERT_EQ(next.end, AskEnd::answered) << next.message;
    EXPECT_EQ(next.reply["count"], 1) << "a fresh process after " << death.what;
    EXPECT_EQ(one.starts(), starts += 1 + (starts == 0 ? 1U : 0U)) << death.what;
  }
}

TEST(JsonLinesChild, BooksAHang) {
  JsonLinesChild one = child(std::chrono::milliseconds{3000});
  EXPECT_EQ(one.ask({{"do", "hang"}}).end, AskEnd::hung);
  const Asked next = one.ask(json::object());
  EXPECT_EQ(next.end, AskEnd::answered) << next.message;
}

TEST(JsonLinesChild, MovesMoreThanThePipesHoldInAllDirections) {
  JsonLinesChild one = child();
  const Asked out = one.ask({{"do", "big"}});
  ASSERT_EQ(out.end, AskEnd::answered) << out.message;
  EXPECT_EQ(out.reply["big"].get<std::string>().size(), 4U << 20U);
  EXPECT_EQ(one.ask({{"do", "flood_stderr"}}).end, AskEnd::answered);
  const Asked in = one.ask({{"do", "length"}, {"text", std::string(4U << 20U, 'y')}});
  ASSERT_EQ(in.end, AskEnd::answered) << in.message;
  EXPECT_EQ(in.reply["length"], 4U << 20U);
  EXPECT_EQ(one.starts(), 1U);
}

// Its input closes while the request is still being written, before or after its words are read.
TEST(JsonLinesChild, KeepsTheWordsOfAProcessThatClosesItsInput) {
  for (int i = 0; i < 20; ++i) {
    JsonLinesChild one({{"/bin/sh", "-c", "echo last words"}, "", 0});
    const Asked asked = one.ask({{"text", std::string(i % 2 == 0 ? 1U : 4U << 20U, 'y')}});
    EXPECT_EQ(asked.end, AskEnd::protocol_error) << asked.message;
    EXPECT_NE(asked.message.find("last words"), std::string::npos) << asked.message;
  }
  JsonLinesChild silent({{"/bin/sh", "-c", "exit 3"}, "", 0});
  const Asked asked = silent.ask({{"text", std::string(4U << 20U, 'y')}});
  EXPECT_EQ(asked.end, AskEnd::crashed) << asked.message;
  EXPECT_NE(asked.message.find("exit 3"), std::string::npos) << asked.message;
}

TEST(JsonLinesChild, SaysThatAProgramIsNotThere) {
  JsonLinesChild none({{"/no/such/program"}, "", 0});
  const Asked asked = none.ask(json::object());
  EXPECT_EQ(asked.end, AskEnd::not_started);
  EXPECT_EQ(asked.message, "/no/such/program: No such file or directory");
  EXPECT_EQ(none.starts(), 0U);
}

}  // namespace
}  // namespace lockstep::conformance
