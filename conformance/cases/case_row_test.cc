// Rows are read strictly: each kind of fault is told with its line and place.
#include "lockstep/conformance/cases/case_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lockstep/conformance/cases/gbnf_regex.h"

namespace lockstep::conformance {
namespace {

using testing::HasSubstr;

// A row with `rest` behind its common fields.
std::string row(const std::string& rest, const std::string& type = "json_schema") {
  return R"({"id":"x","engine":"e","source":"s","kind":"crash","keyword":"k","expect":"","note":"","input_type":")" +
         type + "\"," + rest + "}";
}

std::string lists(const std::string& input) { return R"("accept":[],"reject":[],"input":)" + input; }

CaseFault fault_of(const std::string& file) {
  const auto read = read_cases(file);
  const auto* fault = std::get_if<CaseFault>(&read);
  EXPECT_NE(fault, nullptr) << file;
  return fault == nullptr ? CaseFault{} : *fault;
}

void expect_bad(const std::string& text, const std::string& pointer, const std::string& message) {
  const CaseFault fault = fault_of("\n" + text + "\n");
  EXPECT_EQ(fault.code, "bad_row") << text;
  EXPECT_EQ(fault.line, 2U);
  EXPECT_EQ(fault.pointer, pointer) << text;
  EXPECT_THAT(fault.message, HasSubstr(message));
}

std::string session(const std::string& rest) {
  return row(lists(R"({"grammar":"root ::= \"a\"","vocab":["a","<eos>"],"stop":[1],)" + rest + "}"),
             "session");
}

TEST(ReadCases, KeepsTheBytesOfASchema) {
  const auto read = read_cases(row(lists(R"({ "minimum" : 1.0e0 })")));
  const auto& rows = std::get<std::vector<CaseRow>>(read);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].text, R"({ "minimum" : 1.0e0 })");
  EXPECT_EQ(rows[0].compile, CompileRule::must_compile);
}

TEST(ReadCases, TellsWhatIsNoRow) {
  EXPECT_EQ(fault_of("").code, "empty_file");
  EXPECT_EQ(fault_of("{\n").code, "bad_json");
  EXPECT_EQ(fault_of(R"({"a":1,"a":2})").message, "duplicate_name at byte 9");
  const CaseFault twice = fault_of(row(lists("{}")) + "\n" + row(lists("{}")));
  EXPECT_EQ(twice.code, "duplicate_id");
  EXPECT_EQ(twice.line, 2U);
}

TEST(ReadCases, RefusesUnknownFieldsAndWords) {
  expect_bad(row(lists("{}") + R"(,"acept":[])"), "/acept", "no field");
  expect_bad(row(lists("{}") + R"(,"options":{"formats":"assert"})"), "/options/formats", "no field");
  expect_bad(row(lists("{}") + R"(,"options":{"format":"on"})"), "/options/format", "neither");
  expect_bad(row(lists("{}") + R"(,"options":{"draft":"3"})"), "/options/draft", "no draft");
  expect_bad(row(lists("{}") + R"(,"compile":"ok")"), "/compile", "no rule");
  expect_bad(row(lists("{}") + R"(,"compile":"must_compile")"), "/compile", "no rule");
  expect_bad(row(R"("accept":[],"input":{})"), "", "'reject' is missing");
  expect_bad(row(R"("accept":[1],"reject":[],"input":{})"), "/accept/0", "no string");
  expect_bad(row(R"("accept":[{"dead_prefix":"a"}],"reject":[],"input":{})"), "/accept/0",
             "'hex' is missing");
  expect_bad(row(R"("accept":[],"reject":["a",{"hex":"0"}],"input":{})"), "/reject/1/hex", "hexadecimal");
  expect_bad(row(R"("accept":[],"reject":[{"dead_prefix":"a","hex":""}],"input":{})"), "/reject/0/hex",
             "no field");
  std::string kind = row(lists("{}"));
  kind.replace(kind.find("crash"), 5, "crush");
  expect_bad(kind, "/kind", "nothing is reported");
}

TEST(ReadCases, RefusesUnknownRecipes) {
  const auto recipe = [](const std::string& rest) {
    return row(R"("accept":[{"$gen":)" + rest + R"(}],"reject":[],"input":{})");
  };
  expect_bad(recipe(R"("repeated","unit":"a","n":1)"), "/accept/0/$gen", "no recipe");
  expect_bad(recipe(R"("repeat","unit":"a","n":1,"sep":",")"), "/accept/0/sep", "no field");
  expect_bad(recipe(R"("repeat","n":1)"), "/accept/0", "'unit' is missing");
  expect_bad(recipe(R"("repeat","unit":"a")"), "/accept/0", "'n' is missing");
  expect_bad(recipe(R"("nest","open":"a","close":"b","n":-1)"), "/accept/0/n", "no whole number");
  expect_bad(recipe(R"("repeat","unit":"aaaa","n":60000000)"), "/accept/0", "64 MiB");
  expect_bad(row(lists(R"({"enum":[{"$gen":"repeat","unit":"a","n":1}]})")), "/input/enum/0", "none is read");
  expect_bad(row(lists(R"({"$gen":"what"})"), "gbnf"), "/input", "'n' is missing");
  expect_bad(row(lists(R"({"a":{"$gen":"repeat","unit":"a","n":1}})"), "tools"), "/input/a", "none is read");
}

TEST(ReadCases, RefusesUnknownStepsOfAScript) {
  const auto step = [](const std::string& text) { return session("\"script\":[" + text + "]"); };
  expect_bad(step(R"({"op":"advance"})"), "/input/script/0/op", "no step");
  expect_bad(step(R"({"op":"accept","token":0})"), "/input/script/0", "'ok' is missing");
  expect_bad(step(R"({"op":"accept","token":0,"ok":true,"taken":1})"), "/input/script/0/taken", "no field");
  expect_bad(step(R"({"op":"mask"})"), "/input/script/0", "says nothing");
  expect_bad(step(R"({"op":"use","session":"B"})"), "/input/script/0", "no session");
  expect_bad(step(R"({"op":"same_mask","name":"m"})"), "/input/script/0", "no mask");
  expect_bad(session(R"("script":[],"special":[7])"), "/input/special", "no id 7");
  expect_bad(session(R"("script":[],"regex":"a")"), "/input", "exactly one");
  expect_bad(session(R"("steps":[])"), "/input", "'script' is missing");
  expect_bad(row(lists(R"({"style":"raw","pieces":["a"],"bytes_hex":["61"]})"), "tokenizer"), "/input/style",
             "no style");
  expect_bad(row(lists(R"({"style":"byte_level","pieces":["a"],"bytes_hex":[]})"), "tokenizer"), "/input",
             "equally many");
  expect_bad(row(lists(R"({"decoder":null,"expect_style":"?"})"), "tokenizer"), "/input/expect_style",
             "no style");
  expect_bad(row(lists(R"({"vocabulary":[]})"), "tokenizer"), "/input", "'vocab' is missing");
}

std::string regex(const std::string& grammar) {
  const auto made = regex_of_gbnf(grammar);
  const auto* text = std::get_if<std::string>(&made);
  return text != nullptr ? *text : "none: " + std::get<NotRegular>(made).why;
}

TEST(RegexOfGbnf, WritesWhatItReads) {
  EXPECT_EQ(regex("root ::= \"a\\n\""), "(?:(?:\\u{61}\\u{a}))");
  EXPECT_EQ(regex("# c\nroot ::= [^a-c\\-]* | x{2,3}\nx ::= .\n"),
            "(?:[^\\u{61}-\\u{63}\\u{2d}]*|(?:(?:[^])){2,3})");
  EXPECT_EQ(regex("root ::= (\n \"\xC3\xA9\" |\n [\\x41-\\U0001F600]\n)?"),
            "(?:(?:(?:\\u{e9})|[\\u{41}-\\u{1f600}])?)");
}

TEST(RegexOfGbnf, SaysWhyThereIsNone) {
  EXPECT_THAT(regex("root ::= \"(\" root \")\" | \"x\""), HasSubstr("'root' is recursive"));
  EXPECT_THAT(regex("root ::= a\na ::= b\nb ::= a?"), HasSubstr("is recursive"));
  EXPECT_THAT(regex("root ::= a"), HasSubstr("no rule 'a'"));
  EXPECT_THAT(regex("a ::= \"x\""), HasSubstr("no rule 'root'"));
  EXPECT_THAT(regex("root ::= \"x"), HasSubstr("does not end"));
  EXPECT_THAT(regex("root ::= \"x\"**"), HasSubstr("two quantifiers"));
  EXPECT_THAT(regex("root ::= \"x\"{,3}"), HasSubstr("repetition"));
  EXPECT_THAT(regex("root ::= [z-a]"), HasSubstr("wrong order"));
  EXPECT_THAT(regex("root ::= \"\\q\""), HasSubstr("not known"));
  EXPECT_THAT(regex("root ::= <token>"), HasSubstr("does not end"));
  EXPECT_THAT(regex("root ::= \"a\"\nroot ::= \"b\""), HasSubstr("twice"));
}

}  // namespace
}  // namespace lockstep::conformance
