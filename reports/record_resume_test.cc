// Going on with a stream whose run was killed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/record.h"
#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

const nlohmann::json kSummary = {{"command", "conform"}};

std::string body(const std::string& path) {
  const std::string text = read_file(path);
  return text.substr(0, text.find("{\"type\":\"footer\""));
}

// The whole run in one go.
void write_whole(const std::string& path) {
  std::string error;
  auto writer = RecordWriter::create(path, some_header(), error);
  for (const char* id : {"a", "b", "c"}) writer->add(some_case(id, "agree"));
  ASSERT_TRUE(writer->finish(kSummary));
}

TEST(RecordResumeTest, KilledAtAnyByteItResumesToTheSameBody) {
  const TemporaryFolder folder;
  write_whole(folder.file("whole.jsonl"));
  const std::string whole = read_file(folder.file("whole.jsonl"));
  std::size_t resumed_runs = 0;
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    write_file(folder.file("cut.jsonl"), whole.substr(0, cut));
    ReadError error;
    std::optional<Resumed> resumed = RecordWriter::resume(folder.file("cut.jsonl"), some_header(), error);
    ASSERT_TRUE(resumed) << cut << ": " << error.code << ": " << error.message;
    for (const char* id : {"a", "b", "c"}) {
      if (!resumed->writer->contains(id)) resumed->writer->add(some_case(id, "agree"));
    }
    ASSERT_TRUE(resumed->writer->finish(kSummary));
    ASSERT_EQ(body(folder.file("cut.jsonl")), body(folder.file("whole.jsonl"))) << cut;
    ASSERT_TRUE(read_record(folder.file("cut.jsonl"), error)) << cut << ": " << error.message;
    ++resumed_runs;
  }
  EXPECT_GE(resumed_runs, 500U);
}

TEST(RecordResumeTest, GivesBackTheCasesSoFar) {
  const TemporaryFolder folder;
  std::string message;
  {
    auto writer = RecordWriter::create(folder.file("run.jsonl"), some_header(), message);
    writer->add(some_case("a", "agree"));
    writer->add(some_case("b", "crash"));
  }
  write_file(folder.file("run.jsonl"), read_file(folder.file("run.jsonl")) + "{\"type\":\"case\",\"id\":\"c");
  ReadError error;
  const std::optional<Resumed> resumed = RecordWriter::resume(folder.file("run.jsonl"), some_header(), error);
  ASSERT_TRUE(resumed) << error.message;
  EXPECT_EQ(resumed->cases, (std::vector{some_case("a", "agree"), some_case("b", "crash")}));
  EXPECT_EQ(resumed->writer->counts(), (std::map<std::string, std::size_t>{{"agree", 1}, {"crash", 1}}));
}

TEST(RecordResumeTest, BeginsWhereThereIsNoFile) {
  const TemporaryFolder folder;
  ReadError error;
  const std::optional<Resumed> resumed = RecordWriter::resume(folder.file("new.jsonl"), some_header(), error);
  ASSERT_TRUE(resumed) << error.message;
  EXPECT_TRUE(resumed->cases.empty());
}

TEST(RecordResumeTest, ADifferentHeaderIsRefusedAndTheFileIsLeftAlone) {
  const TemporaryFolder folder;
  std::string message;
  RecordWriter::create(folder.file("run.jsonl"), some_header(), message)->add(some_case("a", "agree"));
  const std::string before = read_file(folder.file("run.jsonl")) + "torn";
  write_file(folder.file("run.jsonl"), before);
  Header other = some_header();
  other.seeds["run"] = "2";
  ReadError error;
  EXPECT_FALSE(RecordWriter::resume(folder.file("run.jsonl"), other, error));
  EXPECT_EQ(error.code, "header_differs");
  EXPECT_EQ(read_file(folder.file("run.jsonl")), before);
}

TEST(RecordResumeTest, AFinishedStreamIsRefused) {
  const TemporaryFolder folder;
  write_whole(folder.file("run.jsonl"));
  ReadError error;
  EXPECT_FALSE(RecordWriter::resume(folder.file("run.jsonl"), some_header(), error));
  EXPECT_EQ(error.code, "finished");
}

TEST(RecordResumeTest, AFaultBeforeTheLastLineIsRefused) {
  const TemporaryFolder folder;
  std::string message;
  RecordWriter::create(folder.file("run.jsonl"), some_header(), message)->add(some_case("a", "agree"));
  const std::string good = read_file(folder.file("run.jsonl"));
  ReadError error;
  write_file(folder.file("run.jsonl"), good + "rubbish\n");
  EXPECT_FALSE(RecordWriter::resume(folder.file("run.jsonl"), some_header(), error));
  EXPECT_EQ(error.code, "bad_line");
  EXPECT_EQ(error.line, 3U);
  write_file(folder.file("run.jsonl"), good + good.substr(good.find('\n') + 1));
  EXPECT_FALSE(RecordWriter::resume(folder.file("run.jsonl"), some_header(), error));
  EXPECT_EQ(error.code, "duplicate_case");
}

TEST(RecordResumeDeathTest, AResumedStreamKnowsItsIds) {
  const TemporaryFolder folder;
  std::string message;
  RecordWriter::create(folder.file("run.jsonl"), some_header(), message)->add(some_case("a", "agree"));
  ReadError error;
  const std::optional<Resumed> resumed = RecordWriter::resume(folder.file("run.jsonl"), some_header(), error);
  ASSERT_TRUE(resumed);
  EXPECT_DEATH(resumed->writer->add(some_case("a", "agree")), "duplicate case id 'a'");
}

}  // namespace
}  // namespace lockstep::reports
