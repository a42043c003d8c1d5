// The tools of the planted faults keep what they should not touch, and the self-test convicts the guilty
// only.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/planted/rewrite.h"
#include "lockstep/conformance/planted/selftest.h"
#include "lockstep/conformance/planted/wrong_subject.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonValue;

JsonValue parsed(const std::string& text) {
  oracle::Outcome<JsonValue> tree = oracle::parse_json(text);
  EXPECT_TRUE(tree.ok()) << text;
  return tree.ok() ? std::move(tree.value()) : JsonValue{};
}

const PlantedFault& fault_named(const std::string& name) {
  if (const PlantedFault* fault = planted_fault(name)) return *fault;
  ADD_FAILURE() << "no fault is called " << name;
  return planted_faults().front();
}

// What the fault makes of a schema and an instance, as "schema instance".
std::string shown(const std::string& fault, const std::string& schema, const std::string& instance) {
  JsonValue schema_tree = parsed(schema);
  JsonValue instance_tree = parsed(instance);
  fault_named(fault).trees(schema_tree, instance_tree);
  return write_json(schema_tree) + " " + write_json(instance_tree);
}

TEST(WriteJson, KeepsNumbersOrderAndCharacters) {
  for (const char* text : {"null", "[true,false]", R"({"b":1.0,"a":-0,"c":1E+400,"":[]})", R"("\"\\/é😀")",
                           "9007199254740993", R"([{},[[]],""])"}) {
    EXPECT_EQ(write_json(parsed(text)), text);
  }
  EXPECT_EQ(write_json(parsed("\"\\u0000\\n\\u001f\"")), "\"\\u0000\\u000a\\u001f\"");
}

TEST(Rewrite, WalksSchemaPositionsOnly) {
  JsonValue schema = parsed(
      R"({"properties":{"not":{"title":"1"}},"const":{"title":"2"},"allOf":[{"title":"3"}],"x":{"title":"4"}})");
  std::multiset<std::string> titles;
  for_each_schema(schema, [&](JsonValue& object) {
    const JsonValue* title = find_member(object, "title");
    titles.insert(title == nullptr ? "-" : title->text);
  });
  EXPECT_EQ(titles, (std::multiset<std::string>{"-", "1", "3"}));
}

TEST(Rewrite, RenamesWithoutLosingAMember) {
  JsonValue plain = parsed(R"({"exclusiveMinimum":1})");
  rename_member(plain, "exclusiveMinimum", "minimum");
  EXPECT_EQ(write_json(plain), R"({"minimum":1})");
  JsonValue both = parsed(R"({"exclusiveMinimum":1,"minimum":2})");
  rename_member(both, "exclusiveMinimum", "minimum");
  EXPECT_EQ(write_json(both), R"({"minimum":2,"allOf":[{"minimum":1}]})");
}

TEST(PlantedFaults, AreManyNamedAndSorted) {
  ASSERT_GE(planted_faults().size(), 40U);
  std::string last;
  for (const PlantedFault& fault : planted_faults()) {
    EXPECT_LT(last, fault.name);
    last = fault.name;
    EXPECT_FALSE(fault.sentence.empty()) << fault.name;
    EXPECT_EQ((fault.trees ? 1 : 0) + (fault.text ? 1 : 0) + (fault.request ? 1 : 0), 1) << fault.name;
  }
}

TEST(PlantedFaults, ShowWhatTheyShould) {
  EXPECT_EQ(shown("pattern_anchored", R"({"pattern":"a|b"})", "1"), R"({"pattern":"^(?:a|b)$"} 1)");
  EXPECT_EQ(shown("length_in_utf16_units", R"({"maxLength":1})", R"("é😀")"), R"({"maxLength":1} "éxx")");
  EXPECT_EQ(shown("length_in_bytes", R"({"maxLength":1})", R"("é😀")"), R"({"maxLength":1} "xxxxxx")");
  EXPECT_EQ(shown("length_in_bytes", R"({"type":"string"})", R"("é😀")"), R"({"type":"string"} "é😀")");
  EXPECT_EQ(shown("leap_day_always", R"({"format":"date"})", R"("2023-02-29")"),
            R"({"format":"date"} "2023-02-28")");
  EXPECT_EQ(shown("leap_day_never", R"({"format":"date"})", R"("2024-02-29")"),
            R"({"format":"date"} "2024-02-30")");
  EXPECT_EQ(shown("uri_relative", R"({"format":"uri","items":{"format":"iri"}})", "1"),
            R"({"format":"uri-reference","items":{"format":"iri"}} 1)");
  EXPECT_EQ(
      shown("ipv6_zone", R"({"format":"ipv6"})", "1"),
      R"({"allOf":[{"anyOf":[{"format":"ipv6"},{"type":"string","pattern":"^[0-9A-Fa-f:]+%.+$"}]}]} 1)");
  EXPECT_EQ(shown("leap_second_never", R"({"format":"time"})", "1"),
            R"({"format":"time","allOf":[{"not":{"type":"string","pattern":":60"}}]} 1)");
  EXPECT_EQ(shown("numbers_binary64", R"({"maximum":9007199254740992})", "9007199254740993"),
            R"({"maximum":9007199254740992} 9007199254740992)");
  EXPECT_EQ(
      shown("ref_siblings_ignored", R"({"$ref":"#/$defs/a","minimum":1,"$defs":{"a":{"type":"null"}}})", "1"),
      R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"null"}}} 1)");
  EXPECT_EQ(shown("required_only_if_declared", R"({"required":["a","b"],"properties":{"b":{}}})", "1"),
            R"({"required":["b"],"properties":{"b":{}}} 1)");
  EXPECT_EQ(shown("properties_imply_object", R"({"properties":{"a":{"required":["b"],"type":"null"}}})", "1"),
            R"({"properties":{"a":{"required":["b"],"type":"null"}},"type":"object"} 1)");
  EXPECT_EQ(shown("closed_by_default", R"({"properties":{"a":{}}})", "1"),
            R"({"properties":{"a":{}},"additionalProperties":false} 1)");
  EXPECT_EQ(shown("all_properties_required", R"({"properties":{"a":{},"b":{}}})", "1"),
            R"({"properties":{"a":{},"b":{}},"required":["a","b"]} 1)");
  EXPECT_EQ(shown("prefix_items_all_needed", R"({"prefixItems":[{},true]})", "1"),
            R"({"prefixItems":[{},true],"minItems":2} 1)");
  EXPECT_EQ(shown("additional_sees_branches",
                  R"({"allOf":[{"properties":{"a":{}}}],"additionalProperties":false})", "1"),
            R"({"allOf":[{"properties":{"a":{}}}],"additionalProperties":false,"properties":{"a":true}} 1)");
  EXPECT_EQ(shown("null_is_missing", R"({"required":["a"]})", R"({"a":null,"b":[null]})"),
            R"({"required":["a"]} {"b":[null]})");
  EXPECT_EQ(shown("minus_zero_differs", R"({"const":0})", R"([-0,0,-0.0e5,-1])"),
            R"({"const":0} [-0.1,0,-0.1,-1])");
  EXPECT_EQ(shown("enum_by_member_order", R"({"const":{"b":1}})", R"({"b":1})"),
            R"({"const":{"b":1,"member order":["b"]}} {"b":1,"member order":["b"]})");
  EXPECT_EQ(shown("lone_if_asserts", R"({"if":{"const":1}})", "1"),
            R"({"if":{"const":1},"allOf":[{"const":1}]} 1)");
  EXPECT_EQ(shown("lone_if_asserts", R"({"if":{"const":1},"else":{}})", "1"),
            R"({"if":{"const":1},"else":{}} 1)");
  EXPECT_EQ(shown("unevaluated_items_ignores_contains", R"({"contains":{"const":1},"minContains":2})", "[]"),
            R"({"allOf":[{"not":{"not":{"contains":{"const":1},"minContains":2}}}]} [])");
}

TEST(PlantedFaults, KeywordsMisread) {
  const auto is = [](const char* fault, const char* schema, const char* becomes) {
    EXPECT_EQ(shown(fault, schema, "1"), std::string(becomes) + " 1") << fault;
  };
  is("not_negates_each_keyword", R"({"not":{"type":"string","minLength":2}})",
     R"({"allOf":[{"not":{"type":"string"}},{"not":{"minLength":2}}]})");
  is("not_negates_each_keyword", R"({"not":{"type":"string"}})", R"({"not":{"type":"string"}})");
  is("if_as_any_of", R"({"if":{"const":1},"then":{"minimum":0},"else":{"type":"null"}})",
     R"({"allOf":[{"anyOf":[{"allOf":[{"const":1},{"minimum":0}]},{"type":"null"}]}]})");
  is("if_as_any_of", R"({"if":{"const":1}})", R"({"allOf":[{"anyOf":[{"allOf":[{"const":1}]},true]}]})");
  is("dependent_required_both_ways", R"({"dependentRequired":{"a":["b","c"],"c":["a"]}})",
     R"({"dependentRequired":{"a":["b","c"],"c":["a"],"b":["a"]}})");
  is("dependent_schemas_always", R"({"dependentSchemas":{"a":{"minProperties":2}}})",
     R"({"allOf":[{"minProperties":2}]})");
  is("max_properties_counts_undeclared", R"({"properties":{"a":{},"b":{}},"maxProperties":1})",
     R"({"properties":{"a":{},"b":{}},"maxProperties":3})");
  is("min_properties_means_one", R"({"minProperties":3})", R"({"minProperties":1})");
  is("min_properties_means_one", R"({"minProperties":0})", R"({"minProperties":0})");
  is("property_names_spares_declared", R"({"properties":{"a":{}},"propertyNames":false})",
     R"({"properties":{"a":{}},"propertyNames":{"anyOf":[false,{"enum":["a"]}]}})");
  is("contains_at_the_front", R"({"contains":{"const":1}})",
     R"({"contains":{"const":1},"allOf":[{"prefixItems":[{"const":1}],"minItems":1}]})");
  is("min_contains_means_one", R"({"contains":{},"minContains":2})", R"({"contains":{}})");
  is("min_contains_means_one", R"({"contains":{},"minContains":0})", R"({"contains":{},"minContains":0})");
  is("pattern_properties_anchored", R"({"patternProperties":{"a|b":{}}})",
     R"({"patternProperties":{"^(?:a|b)$":{}}})");
  is("multiple_of_means_integer", R"({"multipleOf":0.5})",
     R"({"allOf":[{"type":["null","boolean","object","array","string","integer"]}]})");
  is("unevaluated_items_is_items", R"({"unevaluatedItems":false})", R"({"items":false})");
  is("unevaluated_items_is_items", R"({"unevaluatedItems":false,"items":true})",
     R"({"unevaluatedItems":false,"items":true})");
  is("unevaluated_counts_failed_branches",
     R"({"anyOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false})",
     R"({"anyOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false,"properties":{"a":true}})");
  is("unevaluated_settled_at_close", R"({"oneOf":[{"required":["a"]},{}],"unevaluatedProperties":false})",
     R"({"oneOf":[{"not":{"not":{"required":["a"]}}},{}],"unevaluatedProperties":false})");
  is("else_ignored", R"({"if":{},"else":{}})", R"({"if":{}})");
}

TEST(PlantedFaults, ARequestThatItDoesNotChangeIsNotAsked) {
  ValidateRequest request;
  request.schema = R"({"$schema":"https://a.test/meta","minimum":1})";
  request.instances = {"0"};
  const PlantedFault& fault = fault_named("vocabulary_ignored");
  EXPECT_FALSE(changes(fault, request));
  Registry registry;
  registry["https://a.test/meta"] =
      R"({"$id":"https://a.test/meta","$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true}})";
  request.registry = std::make_shared<Registry>(registry);
  EXPECT_TRUE(changes(fault, request));
  request.schema = R"({"minimum":1})";
  EXPECT_FALSE(changes(fault, request));
  EXPECT_TRUE(changes(fault_named("format_always_asserted"), request));
  request.assert_formats = true;
  EXPECT_FALSE(changes(fault_named("format_always_asserted"), request));
}

TEST(PlantedFaults, ReadersThatTakeTooMuch) {
  const std::map<std::string, std::pair<std::string, std::string>> table = {
      {"last_name_wins", {R"({"a":1,"a":2})", R"({"a":2})"}},
      {"byte_order_mark_skipped",
       {"\xEF\xBB\xBF"
        "1",
        "1"}},
      {"lone_surrogate_replaced", {R"("\ud800")", R"("\ufffd")"}},
      {"trailing_comma_taken", {"[1, ]", "[1]"}},
      {"leading_zero_taken", {"012", "12"}},
      {"not_a_number_taken", {"NaN", "0"}},
      {"control_in_string_taken", {"\"a\x01\"", "\"a \""}}};
  for (const auto& [name, texts] : table) {
    std::string text = texts.first;
    fault_named(name).text(text);
    EXPECT_EQ(text, texts.second) << name;
    std::string fine = R"({"a":[1,"\ud83d\ude00 ,] 012 NaN"],"b":{"a":0}})";
    const std::string before = fine;
    fault_named(name).text(fine);
    EXPECT_EQ(fine, before) << name;
  }
}

TEST(PlantedFaults, NamesAsTheyAreSpelled) {
  std::string text = R"({"\u0061":{"b\/":1,"a":"\n"},"c":2})";
  fault_named("names_by_spelling").text(text);
  EXPECT_EQ(text, R"({"\\u0061":{"b\\/":1,"a":"\n"},"c":2})");
}

// Believes that an instance is valid iff its text is the schema's.
class SameText final : public Subject {
 public:
  std::string name() const override { return "same"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return {.validate = true, .mask = false, .dialects = {}}; }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply;
    for (const std::string& instance : request.instances) {
      InstanceReply one;
      one.validity = instance == request.schema ? Validity::valid : Validity::invalid;
      reply.instances.push_back(one);
    }
    return reply;
  }
};

PlantedFault text_fault(const std::string& name, const std::string& from, const std::string& to) {
  return {name, "a fault of this test", nullptr,
          [from, to](std::string& text) {
            if (text == from) text = to;
          },
          nullptr};
}

SelftestRun small_run() {
  SelftestRun run;
  run.make_healthy = [] { return std::make_unique<SameText>(); };
  Probe suite;
  suite.request.schema = "1";
  suite.request.instances = {"1", "2"};
  suite.ids = {"s/1", "s/2"};
  suite.expected = {Expected::valid, Expected::invalid};
  Probe hand = suite;
  hand.request.schema = "3";
  hand.request.instances = {"3"};
  hand.ids = {"hand/3"};
  hand.expected = {Expected::valid};
  run.probes = {suite, hand};
  return run;
}

// The run with these validators.
Selftest tried(std::vector<PlantedFault> faults, SelftestRun run) {
  run.validators = std::move(faults);
  return run_selftest(run);
}

std::size_t seen_by(const Trial& trial, const std::string& check) {
  std::size_t cases = 0;
  for (const Sighting& one : trial.found) cases += one.check == check ? one.times : 0U;
  return cases;
}

TEST(Selftest, ConvictsTheGuiltyAndLetsTheHarmlessEscape) {
  const Selftest result = tried({text_fault("guilty", "2", "1"), text_fault("by hand", "3", "4"),
                                 text_fault("harmless", "7", "8"), text_fault("no effect", "2", "5")},
                                small_run());
  ASSERT_EQ(result.trials.size(), 4U);
  ASSERT_EQ(result.trials[0].found.size(), 1U);
  EXPECT_EQ(result.trials[0].found[0].check, "suite");
  EXPECT_EQ(result.trials[0].found[0].verdict, Verdict::over_accept);
  EXPECT_EQ(result.trials[0].found[0].first, "s/2");
  EXPECT_TRUE(result.trials[0].convicted());
  EXPECT_EQ(seen_by(result.trials[1], "suite"), 0U);
  EXPECT_EQ(result.trials[1].conviction()->first, "hand/3");
  EXPECT_FALSE(result.trials[2].convicted());
  EXPECT_FALSE(result.trials[3].convicted());
  EXPECT_TRUE(result.healthy_wrong.empty());
  EXPECT_EQ(result.cases, 3U);
  EXPECT_EQ(result.audited, 0U);
  EXPECT_FALSE(result.passed());
  EXPECT_TRUE(result.sound());
}

TEST(Selftest, PassesOnlyWhenEveryFaultIsConvicted) {
  EXPECT_TRUE(tried({text_fault("guilty", "2", "1")}, small_run()).passed());
  EXPECT_FALSE(tried({}, small_run()).passed());
}

TEST(Selftest, AWholeRunDemandsThatEveryCheckConvicts) {
  SelftestRun run = small_run();
  run.whole = true;
  const Selftest result = tried({text_fault("guilty", "2", "1")}, run);
  EXPECT_TRUE(result.trials[0].convicted());
  EXPECT_EQ(result.idle.size(), all_checks().size() - 1);
  EXPECT_FALSE(result.sound());
  EXPECT_FALSE(result.passed());
}

TEST(Selftest, AHealthySubjectThatFailsIsReported) {
  SelftestRun run = small_run();
  run.probes[0].expected[1] = Expected::valid;  // the case is wrong, or the healthy subject is
  const Selftest result = tried({text_fault("guilty", "3", "1")}, run);
  EXPECT_EQ(result.healthy_wrong, std::vector<std::string>{"s/2"});
  EXPECT_FALSE(result.passed());
  run.expectations.entries["s/2"] = {Verdict::over_reject, "known"};
  EXPECT_TRUE(tried({text_fault("guilty", "3", "1")}, run).passed());
}

TEST(Selftest, TheAuditConvictsWhatNoExpectationKnows) {
  SelftestRun run = small_run();
  run.probes[0].expected = {Expected::unknown, Expected::unknown};
  SameText voter;
  EXPECT_FALSE(tried({text_fault("guilty", "2", "1")}, run).passed());
  run.voters = {&voter};
  const Selftest result = tried({text_fault("guilty", "2", "1")}, run);
  EXPECT_EQ(seen_by(result.trials[0], "suite"), 0U);
  EXPECT_EQ(seen_by(result.trials[0], "audit"), 1U);
  EXPECT_EQ(result.audited, 3U);
  EXPECT_TRUE(result.passed());
}

TEST(Selftest, AHealthySubjectThatAValidatorContradictsIsReportedUnlessListed) {
  SelftestRun run = small_run();
  const std::unique_ptr<Subject> voter =
      make_wrong_subject(text_fault("differs", "2", "1"), std::make_unique<SameText>());
  run.voters = {voter.get()};
  EXPECT_EQ(tried({text_fault("guilty", "3", "1")}, run).healthy_contested, std::vector<std::string>{"s/2"});
  EXPECT_FALSE(tried({text_fault("guilty", "3", "1")}, run).passed());
  run.expectations.entries["s/2"] = {Verdict::split_vote, "the validator is wrong"};
  EXPECT_TRUE(tried({text_fault("guilty", "3", "1")}, run).passed());
}

TEST(WrongSubject, AsksTheHealthyOneAboutSomethingElse) {
  const std::unique_ptr<Subject> wrong =
      make_wrong_subject(text_fault("guilty", "2", "1"), std::make_unique<SameText>());
  EXPECT_EQ(wrong->name(), "planted:guilty");
  ValidateRequest request;
  request.schema = "1";
  request.instances = {"1", "2", "3"};
  const ValidateReply reply = wrong->validate(request);
  ASSERT_EQ(reply.instances.size(), 3U);
  EXPECT_EQ(reply.instances[0].validity, Validity::valid);
  EXPECT_EQ(reply.instances[1].validity, Validity::valid);
  EXPECT_EQ(reply.instances[2].validity, Validity::invalid);
  EXPECT_TRUE(changes(text_fault("guilty", "2", "1"), request));
  EXPECT_FALSE(changes(text_fault("harmless", "7", "1"), request));
}

TEST(HandCases, AreReadStrictly) {
  Fault fault;
  const auto probes =
      hand_probes(std::string(LOCKSTEP_SOURCE_DIR) + "/conformance/planted/hand_cases.json", "uri", fault);
  ASSERT_TRUE(probes.has_value()) << fault.message;
  std::size_t cases = 0;
  for (const Probe& probe : *probes) {
    EXPECT_EQ(probe.ids.size(), probe.request.instances.size());
    EXPECT_EQ(probe.ids.size(), probe.expected.size());
    cases += probe.ids.size();
  }
  EXPECT_GE(cases, 100U);
  EXPECT_FALSE(hand_probes("/nonexistent", "uri", fault).has_value());
  EXPECT_EQ(fault.code, "hand_cases_unreadable");
}

}  // namespace
}  // namespace lockstep::conformance
