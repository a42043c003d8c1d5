// The record stream: what the writer writes, and every breach that the reader must convict.
#include "lockstep/reports/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

using nlohmann::json;

const json kSummary = {{"command", "conform"}, {"exit", 0}};

// Header, two cases, footer.
std::string finished_stream(const std::string& path) {
  std::string error;
  auto writer = RecordWriter::create(path, some_header(), error);
  EXPECT_NE(writer, nullptr) << error;
  writer->add(some_case("a", "agree"));
  writer->add(some_case("b", "over_reject", {"const", "type"}));
  EXPECT_TRUE(writer->finish(kSummary));
  return read_file(path);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == '\n') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  out.pop_back();
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(RecordTest, WritesHeaderCasesAndFooterInAFixedForm) {
  const TemporaryFolder folder;
  const std::vector<std::string> lines = lines_of(finished_stream(folder.file("deep/er/run.jsonl")));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(
      lines[0],
      R"({"type":"header","format":"lockstep-record-1","command":"conform","arguments":["--subject","oracle"],)"
      R"("subject":"oracle","subject_version":"1","pins":{"suite":"abc"},"versions":{"compiler":"g++"},)"
      R"("machine":{"os":"Debian"},"seeds":{"run":"1"},"limits":{"depth":"2000"}})");
  EXPECT_EQ(
      lines[2],
      R"({"type":"case","id":"b","keywords":["const","type"],"verdict":"over_reject","expected":"valid",)"
      R"("got":"invalid","detail":"","refused_by":"","listed":false})");
  EXPECT_TRUE(lines[3].starts_with(
      R"({"type":"footer","cases":2,"counts":{"agree":1,"over_reject":1},"summary":{"command":"conform","exit":0},"seconds":)"))
      << lines[3];
}

TEST(RecordTest, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  finished_stream(folder.file("run.jsonl"));
  ReadError error;
  const std::optional<Record> record = read_record(folder.file("run.jsonl"), error);
  ASSERT_TRUE(record) << error.code << ": " << error.message;
  EXPECT_EQ(record->header.pins, some_header().pins);
  EXPECT_EQ(record->header.arguments, some_header().arguments);
  EXPECT_EQ(record->cases,
            (std::vector{some_case("a", "agree"), some_case("b", "over_reject", {"const", "type"})}));
  EXPECT_EQ(json::parse(record->footer)["summary"], kSummary);
}

TEST(RecordTest, EqualRunsGiveEqualBodies) {
  const TemporaryFolder folder;
  std::vector<std::string> first = lines_of(finished_stream(folder.file("1.jsonl")));
  std::vector<std::string> second = lines_of(finished_stream(folder.file("2.jsonl")));
  first.pop_back();
  second.pop_back();
  EXPECT_EQ(first, second);
}

TEST(RecordTest, FlushesEveryLine) {
  const TemporaryFolder folder;
  std::string error;
  auto writer = RecordWriter::create(folder.file("run.jsonl"), some_header(), error);
  ASSERT_NE(writer, nullptr);
  EXPECT_EQ(lines_of(read_file(folder.file("run.jsonl"))).size(), 1U);
  writer->add(some_case("a", "agree"));
  EXPECT_EQ(lines_of(read_file(folder.file("run.jsonl"))).size(), 2U);
  EXPECT_EQ(writer->counts().at("agree"), 1U);
  EXPECT_TRUE(writer->contains("a"));
  EXPECT_FALSE(writer->contains("b"));
}

TEST(RecordTest, IllFormedTextOfASubjectIsReplaced) {
  const TemporaryFolder folder;
  std::string error;
  auto writer = RecordWriter::create(folder.file("run.jsonl"), some_header(), error);
  Case one = some_case("a", "crash");
  one.detail = "said \xff";
  writer->add(one);
  ASSERT_TRUE(writer->finish(kSummary));
  ReadError read_error;
  const std::optional<Record> record = read_record(folder.file("run.jsonl"), read_error);
  ASSERT_TRUE(record) << read_error.message;
  EXPECT_EQ(record->cases.at(0).detail, "said \xEF\xBF\xBD");
}

TEST(RecordTest, AFileThatCannotBeMadeIsAnError) {
  const TemporaryFolder folder;
  write_file(folder.file("plain"), "");
  std::string error;
  EXPECT_EQ(RecordWriter::create(folder.file("plain/run.jsonl"), some_header(), error), nullptr);
  EXPECT_THAT(error, testing::HasSubstr("cannot write"));
  EXPECT_EQ(RecordWriter::create("/dev/full", some_header(), error), nullptr);
  EXPECT_THAT(error, testing::HasSubstr("cannot write the header"));
}

TEST(RecordDeathTest, BugsOfTheCallerEndTheProcess) {
  const TemporaryFolder folder;
  std::string error;
  auto writer = RecordWriter::create(folder.file("run.jsonl"), some_header(), error);
  ASSERT_NE(writer, nullptr);
  writer->add(some_case("a", "agree"));
  EXPECT_DEATH(writer->add(some_case("a", "agree")), "duplicate case id 'a'");
  EXPECT_DEATH(writer->add(some_case("", "agree")), "without id");
  EXPECT_DEATH(writer->add(some_case("c", "Agree")), "not snake_case");
  EXPECT_DEATH(writer->add(some_case("\xff", "agree")), "ill-formed UTF-8");
  EXPECT_DEATH(writer->finish({{"verdicts", {{"agree", 2}}}}), "not the counts of the stream");
  EXPECT_TRUE(writer->finish({{"verdicts", {{"agree", 1}, {"crash", 0}}}}));
}

struct Breach {
  const char* name;
  const char* code;
  std::size_t line;
  void (*apply)(std::vector<std::string>&);
};

void replace(std::string& line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  ASSERT_NE(at, std::string::npos) << from << " in " << line;
  line.replace(at, from.size(), to);
}

using Lines = std::vector<std::string>;
const Breach kBreaches[] = {
    {"no footer", "no_footer", 3, [](Lines& l) { l.pop_back(); }},
    {"header alone", "no_footer", 1, [](Lines& l) { l.resize(1); }},
    {"nothing", "empty", 0, [](Lines& l) { l.clear(); }},
    {"no header", "bad_line", 1, [](Lines& l) { l.erase(l.begin()); }},
    {"two headers", "bad_line", 2, [](Lines& l) { l.insert(l.begin(), l[0]); }},
    {"line after the footer", "bad_line", 5, [](Lines& l) { l.push_back(l[1]); }},
    {"empty line", "bad_line", 2, [](Lines& l) { l.insert(l.begin() + 1, ""); }},
    {"no JSON", "bad_line", 3, [](Lines& l) { l[2] = "{\"type\":"; }},
    {"no object", "bad_line", 3, [](Lines& l) { l[2] = "[1]"; }},
    {"deep nesting", "bad_line", 3, [](Lines& l) { l[2] = std::string(1000000, '['); }},
    {"long line", "bad_line", 3, [](Lines& l) { l[2] = std::string(kLongestLine + 1, ' '); }},
    {"ill-formed UTF-8", "bad_line", 2, [](Lines& l) { replace(l[1], "valid", "\xff"); }},
    {"other type", "bad_line", 2, [](Lines& l) { replace(l[1], "\"case\"", "\"note\""); }},
    {"other format", "bad_line", 1, [](Lines& l) { replace(l[0], "record-1", "record-2"); }},
    {"field missing", "bad_line", 2, [](Lines& l) { replace(l[1], ",\"listed\":false", ""); }},
    {"field of another type", "bad_line", 2,
     [](Lines& l) { replace(l[1], "\"listed\":false", "\"listed\":0"); }},
    {"keywords of another type", "bad_line", 2, [](Lines& l) { replace(l[1], "[\"type\"]", "[1]"); }},
    {"pins of another type", "bad_line", 1, [](Lines& l) { replace(l[0], "\"abc\"", "1"); }},
    {"field twice", "bad_line", 2,
     [](Lines& l) { replace(l[1], "\"listed\":false", "\"listed\":false,\"listed\":true"); }},
    {"empty id", "bad_line", 2, [](Lines& l) { replace(l[1], "\"id\":\"a\"", "\"id\":\"\""); }},
    {"verdict of another form", "bad_line", 2, [](Lines& l) { replace(l[1], "agree", "Agree!"); }},
    {"unknown field of a case", "unknown_field", 2,
     [](Lines& l) { replace(l[1], "\"listed\"", "\"x\":1,\"listed\""); }},
    {"unknown field of the header", "unknown_field", 1,
     [](Lines& l) { replace(l[0], "\"pins\"", "\"x\":1,\"pins\""); }},
    {"unknown field of the footer", "unknown_field", 4,
     [](Lines& l) { replace(l[3], "\"cases\"", "\"x\":1,\"cases\""); }},
    {"duplicate id", "duplicate_case", 3, [](Lines& l) { replace(l[2], "\"id\":\"b\"", "\"id\":\"a\""); }},
    {"number of cases", "count_mismatch", 4, [](Lines& l) { replace(l[3], "\"cases\":2", "\"cases\":3"); }},
    {"a case lost", "count_mismatch", 3, [](Lines& l) { l.erase(l.begin() + 1); }},
    {"count of a verdict", "count_mismatch", 4,
     [](Lines& l) { replace(l[3], "\"agree\":1", "\"agree\":2"); }},
    {"verdict changed", "count_mismatch", 4, [](Lines& l) { replace(l[2], "over_reject", "agree"); }},
    {"negative seconds", "bad_line", 4, [](Lines& l) { replace(l[3], "\"seconds\":", "\"seconds\":-1"); }},
    {"summary contradicts", "count_mismatch", 4,
     [](Lines& l) { replace(l[3], "\"exit\":0", "\"exit\":0,\"verdicts\":{\"agree\":2}"); }},
};

TEST(RecordTest, EveryBreachIsConvictedWithItsLine) {
  const TemporaryFolder folder;
  const std::vector<std::string> good = lines_of(finished_stream(folder.file("good.jsonl")));
  std::size_t convicted = 0;
  for (const Breach& breach : kBreaches) {
    std::vector<std::string> lines = good;
    breach.apply(lines);
    write_file(folder.file("bad.jsonl"), joined(lines));
    ReadError error;
    EXPECT_FALSE(read_record(folder.file("bad.jsonl"), error)) << breach.name;
    EXPECT_EQ(error.code, breach.code) << breach.name << ": " << error.message;
    EXPECT_EQ(error.line, breach.line) << breach.name << ": " << error.message;
    EXPECT_FALSE(error.message.empty()) << breach.name;
    convicted += error.code == breach.code ? 1 : 0;
  }
  EXPECT_GE(convicted, 31U);
}

TEST(RecordTest, ATornLastLineIsNoReport) {
  const TemporaryFolder folder;
  std::string text = finished_stream(folder.file("run.jsonl"));
  text.pop_back();  // even a footer without its newline is torn
  write_file(folder.file("run.jsonl"), text);
  ReadError error;
  EXPECT_FALSE(read_record(folder.file("run.jsonl"), error));
  EXPECT_EQ(error.code, "no_footer");
  EXPECT_EQ(error.line, 4U);
}

TEST(RecordTest, AMissingFileAndAFolderAreCodedErrors) {
  const TemporaryFolder folder;
  ReadError error;
  EXPECT_FALSE(read_record(folder.file("none.jsonl"), error));
  EXPECT_EQ(error.code, "cannot_open");
  EXPECT_FALSE(read_record(folder.file(""), error));
  EXPECT_EQ(error.code, "cannot_open");
}

TEST(RecordTest, TheWrittenSchemaNamesEveryFieldOfEveryLine) {
  const TemporaryFolder folder;
  const json schema = json::parse(read_file(LOCKSTEP_SOURCE_DIR "/reports/record_schema.json"));
  std::size_t compared = 0;
  for (const std::string& text : lines_of(finished_stream(folder.file("run.jsonl")))) {
    const json line = json::parse(text);
    const json& definition = schema.at("$defs").at(line.at("type").get<std::string>());
    json names = json::array();
    for (const auto& [field, value] : line.items()) names.push_back(field);
    json properties = json::array();
    for (const auto& [field, value] : definition.at("properties").items()) properties.push_back(field);
    json required = definition.at("required");
    std::sort(required.begin(), required.end());
    EXPECT_EQ(names, properties) << text;
    EXPECT_EQ(names, required) << text;
    ++compared;
  }
  EXPECT_EQ(compared, 4U);
}

}  // namespace
}  // namespace lockstep::reports
