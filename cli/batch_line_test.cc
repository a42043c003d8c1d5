// Batch lines: what a good one says, and every way to write a bad one.
#include "lockstep/cli/batch_line.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

BatchRequest good(const std::string& line) {
  auto parsed = parse_batch_line(line);
  if (const auto* error = std::get_if<CodedError>(&parsed)) {
    ADD_FAILURE() << line << ": " << error->code << ": " << error->message << " at " << error->location;
    return {};
  }
  return std::get<BatchRequest>(parsed);
}

TEST(BatchLineTest, TheSchemaKeepsItsBytes) {
  const BatchRequest request =
      good(R"( {"id": "a" , "schema" :  { "const":1.0e0,"const":[{"\u0061":"},]"}] } ,"instances":[]} )");
  EXPECT_EQ(request.id, R"("a")");
  EXPECT_EQ(request.text, R"({ "const":1.0e0,"const":[{"\u0061":"},]"}] })");
  EXPECT_EQ(request.kind, BatchRequest::Kind::schema);
  EXPECT_EQ(request.beyond, "");
}

TEST(BatchLineTest, ASchemaMayBeGivenAsText) {
  EXPECT_EQ(good(R"({"id":1,"schema":"{\"type\":\t\"\u0061\"}","instances":[]})").text, "{\"type\":\t\"a\"}");
}

TEST(BatchLineTest, InstancesAreTextsOrBytes) {
  const BatchRequest request =
      good(R"({"id":-1.50,"schema":true,"instances":["\"\u00e9\"",{"hex":"ff00aB"},"",{"hex":""}]})");
  EXPECT_EQ(request.id, "-1.50");
  EXPECT_EQ(request.text, "true");
  EXPECT_EQ(request.instances,
            (std::vector<std::string>{"\"\xc3\xa9\"", std::string("\xff\x00\xab", 3), "", ""}));
}

TEST(BatchLineTest, DraftAndFormatAreRead) {
  const auto with = [](const std::string& fields) {
    return good(R"({"id":"a","schema":{},"instances":[],)" + fields + "}");
  };
  for (const char* draft : {"7", "draft7", "draft-07"}) {
    EXPECT_EQ(with(R"("draft":")" + std::string(draft) + "\"").dialect.substr(0, 36),
              "http://json-schema.org/draft-07/sche");
  }
  EXPECT_EQ(with(R"("draft":"2019-09")").dialect, "https://json-schema.org/draft/2019-09/schema");
  EXPECT_EQ(with(R"("draft":"tag://x")").dialect, "tag://x");
  EXPECT_EQ(with(R"("format":"assert")").assert_formats, true);
  EXPECT_EQ(with(R"("policy":{"format":"assert"})").assert_formats, true);
  EXPECT_EQ(with(R"("policy":"spec")").assert_formats, std::nullopt);
}

TEST(BatchLineTest, WhatWholeDocumentsCannotHonourIsNamed) {
  const std::pair<const char*, const char*> beyond[] = {
      {R"("policy":"model")", "policy"},
      {R"("policy":{"whitespace":"compact"})", "policy"},
      {R"("policy":{"number_bytes":40})", "policy"},
      {R"("policy":{"preset":"canonical"})", "policy"},
      {R"("policy":{"preset":"spec","whitespace":"any","outer_whitespace":"json","key_order":"any","numbers":"json",)"
       R"("number_bytes":"none","escapes":"json","format":"annotate"})",
       ""},
      {R"("tokens":"canonical")", "tokens"},
      {R"("mask_at":0)", "mask_at"},
  };
  for (const auto& [fields, name] : beyond) {
    EXPECT_EQ(good(R"({"id":"a","schema":{},"instances":[],)" + std::string(fields) + "}").beyond, name)
        << fields;
  }
}

TEST(BatchLineTest, GrammarsAndPatternsAreDecoded) {
  const BatchRequest regex = good(R"({"id":"a","regex":"\\d","instances":["1"]})");
  EXPECT_EQ(regex.kind, BatchRequest::Kind::regex);
  EXPECT_EQ(regex.text, "\\d");
  EXPECT_EQ(good(R"({"id":"a","grammar":"root ::= \"a\"","instances":[]})").kind,
            BatchRequest::Kind::grammar);
}

TEST(BatchLineTest, EveryBadLineIsConvicted) {
  const std::pair<const char*, const char*> bad[] = {
      {"", "bad_line"},
      {"[]", "bad_line"},
      {"{", "bad_line"},
      {R"({"id")", "bad_line"},
      {R"({"id":)", "bad_line"},
      {R"({"id":})", "bad_line"},
      {R"({"id":"a","schema":{"a":1)", "bad_line"},
      {R"({"id":"a","schema":"x)", "bad_line"},
      {R"({"id":"a","schema":{},"instances":[]} x)", "bad_line"},
      {R"({"id":"a","schema":{},"instances":[],})", "bad_line"},
      {R"({"id":"a" "schema":{}})", "bad_field"},
      {R"({"id":"a","id":"b","schema":{},"instances":[]})", "duplicate_field"},
      {R"({"id":"a","schema":{},"instances":[],"seed":1})", "unknown_field"},
      {R"({"id":"a","schema":{},"instances":[],"policy":{"colour":"red"}})", "unknown_field"},
      {R"({"schema":{},"instances":[]})", "missing_field"},
      {R"({"id":"a","instances":[]})", "missing_field"},
      {R"({"id":"a","schema":{}})", "missing_field"},
      {R"({"id":null,"schema":{},"instances":[]})", "bad_field"},
      {R"({"id":"\ud800","schema":{},"instances":[]})", "bad_field"},
      {R"({"id":"a","schema":{},"regex":"a","instances":[]})", "bad_field"},
      {R"({"id":"a","regex":1,"instances":[]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":{}})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[1]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[{"hex":"abc"}]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[{"hex":"zz"}]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[{"hex":"00","x":1}]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":["\ud800"]})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"policy":"loose"})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"policy":7})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"policy":{"whitespace":"lots"}})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"policy":{"format":"maybe"}})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"format":"maybe"})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"format":"assert","policy":{"format":"annotate"}})",
       "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"draft":"nine"})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"tokens":"some"})", "bad_field"},
      {R"({"id":"a","schema":{},"instances":[],"mask_at":-1})", "bad_field"},
  };
  std::size_t convicted = 0;
  for (const auto& [line, code] : bad) {
    const auto parsed = parse_batch_line(line);
    const auto* error = std::get_if<CodedError>(&parsed);
    ASSERT_NE(error, nullptr) << line;
    EXPECT_EQ(error->code, code) << line << ": " << error->message;
    EXPECT_TRUE(error->location.starts_with("byte ")) << line;
    ++convicted;
  }
  EXPECT_GE(convicted, 36U);
}

TEST(BatchLineTest, DeepAndHugeSchemasAreOnlyCarried) {
  const std::string deep(200000, '[');
  const std::string closed = deep + std::string(200000, ']');
  EXPECT_EQ(good(R"({"id":"a","instances":[],"schema":)" + closed + "}").text, closed);
  EXPECT_TRUE(std::holds_alternative<CodedError>(
      parse_batch_line(R"({"id":"a","instances":[],"schema":)" + deep + "}")));
  EXPECT_TRUE(std::holds_alternative<CodedError>(
      parse_batch_line(R"({"id":"a","schema":{},"instances":)" + closed + "}")));
}

}  // namespace
}  // namespace lockstep::cli
