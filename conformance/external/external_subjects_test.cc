// Each external validator: right on small cases, original bytes, registries, bad schemas, and honest when it
// is absent.
#include "lockstep/conformance/external/external_subjects.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/external/sourcemeta.h"

namespace lockstep::conformance {
namespace {

using Maker = std::unique_ptr<Subject> (*)(const std::filesystem::path&, std::string&);

struct External {
  const char* name;
  Maker make;
};

class ExternalSubjects : public testing::TestWithParam<External> {
 protected:
  void SetUp() override {
    std::string error;
    subject_ = GetParam().make(LOCKSTEP_DEPS_DIR, error);
    ASSERT_NE(subject_, nullptr) << error;
  }

  ValidateReply validate(const std::string& schema, std::vector<std::string> instances,
                         std::shared_ptr<const Registry> registry = nullptr) {
    ValidateRequest request;
    request.schema = schema;
    request.instances = std::move(instances);
    request.dialect = subject_->capabilities().dialects.front();
    request.registry = std::move(registry);
    return subject_->validate(request);
  }

  std::unique_ptr<Subject> subject_;
};

std::string name_of(const testing::TestParamInfo<External>& info) {
  std::string text = info.param.name;
  std::erase(text, '-');
  return text;
}

std::string letters(const ValidateReply& reply) {
  std::string text;
  for (const InstanceReply& one : reply.instances) {
    text += one.validity == Validity::valid ? 'v' : one.validity == Validity::invalid ? 'i' : '?';
  }
  return text;
}

TEST_P(ExternalSubjects, HasAVersionAndPassesTheSmokeTest) {
  EXPECT_EQ(subject_->name(), GetParam().name);
  EXPECT_FALSE(subject_->version().empty());
  EXPECT_TRUE(subject_->capabilities().validate);
  EXPECT_FALSE(subject_->capabilities().mask);
  EXPECT_EQ(smoke_test(*subject_), "");
}

TEST_P(ExternalSubjects, JudgesManyInstancesOfOneSchemaInOrder) {
  std::vector<std::string> instances;
  std::string expected;
  for (int i = 0; i < 1200; ++i) {
    instances.push_back(i % 3 == 0 ? "\"x\n\"" : std::to_string(i));  // a raw newline is no JSON
    if (i % 3 != 0) expected += i < 600 ? 'v' : 'i';
  }
  std::erase_if(instances, [](const std::string& text) { return text.front() == '"'; });
  EXPECT_EQ(letters(validate(R"({"maximum":599})", instances)), expected);
}

TEST_P(ExternalSubjects, TakesInstancesWithNewlinesAndWhiteSpace) {
  EXPECT_EQ(letters(validate(R"({"required":["a"]})", {"{\n\"a\"\r\n:\t1}\n", " \n{}\n "})), "vi");
}

TEST_P(ExternalSubjects, BooksATextThatIsNoJsonAndGoesOn) {
  const ValidateReply reply = validate(R"({"type":"integer"})", {"1", "nonsense", "", "2", "\"\xff", "3"});
  ASSERT_EQ(letters(reply), "v??v?v");
  EXPECT_EQ(reply.instances[1].validity, Validity::error);
  EXPECT_EQ(reply.instances[1].reason.rfind("not_parsed", 0), 0U) << reply.instances[1].reason;
}

TEST_P(ExternalSubjects, FindsDocumentsOfTheRegistryByAddress) {
  const auto registry = std::make_shared<const Registry>(
      Registry{{"http://example.test/whole.json", R"({"type":"integer"})"},
               {"http://example.test/other.json", R"({"allOf":[{"$ref":"whole.json"}]})"}});
  const std::string direct = R"({"allOf":[{"$ref":"http://example.test/whole.json"}]})";
  const std::string relative = R"({"allOf":[{"$ref":"http://example.test/other.json"}]})";
  EXPECT_EQ(letters(validate(direct, {"1", "\"a\""}, registry)), "vi");
  // valijson does not resolve against the address of a fetched document, and says so.
  const ValidateReply second = validate(relative, {"1", "\"a\""}, registry);
  if (subject_->name() == "valijson") {
    EXPECT_EQ(second.compile.outcome, Compile::refused);
  } else {
    EXPECT_EQ(letters(second), "vi");
  }
  // And not when the registry is gone: as a refusal or as no verdict, never as valid.
  const ValidateReply without = validate(direct, {"1", "\"a\""}, nullptr);
  if (without.compile.outcome == Compile::ok) {
    EXPECT_EQ(letters(without), "??");
  } else {
    EXPECT_EQ(without.compile.outcome, Compile::refused);
    EXPECT_TRUE(without.instances.empty());
  }
}

TEST_P(ExternalSubjects, DoesNotTakeABadSchemaForAVerdict) {
  for (const char* schema : {"{", "{\"type\":"}) {
    const ValidateReply reply = validate(schema, {"1"});
    EXPECT_EQ(reply.compile.outcome, Compile::malformed) << schema;
    EXPECT_TRUE(reply.instances.empty());
  }
  const ValidateReply unknown = validate(R"({"$schema":"urn:no-such-dialect"})", {"1"});
  EXPECT_EQ(unknown.compile.outcome, Compile::refused) << unknown.compile.message;
  EXPECT_EQ(unknown.compile.keyword, "$schema");
}

TEST_P(ExternalSubjects, ComesBackAfterAnEndlessReference) {
  const ValidateReply endless = validate(R"({"allOf":[{"$ref":"#"}]})", {"1"});
  if (endless.compile.outcome == Compile::ok) {
    ASSERT_EQ(endless.instances.size(), 1U);
    EXPECT_NE(endless.instances[0].validity, Validity::valid);
    EXPECT_NE(endless.instances[0].validity, Validity::invalid);
  }
  EXPECT_EQ(smoke_test(*subject_), "");
}

INSTANTIATE_TEST_SUITE_P(All, ExternalSubjects,
                         testing::Values(External{"sourcemeta", make_sourcemeta},
                                         External{"hyperjump", make_hyperjump},
                                         External{"python-jsonschema", make_python_jsonschema},
                                         External{"valijson", make_valijson}),
                         name_of);

TEST(ExternalSubjectsAbsent, SaysWhatIsMissing) {
  std::size_t checked = 0;
  for (const Maker make : {make_sourcemeta, make_hyperjump, make_python_jsonschema}) {
    std::string error;
    EXPECT_EQ(make("/no/such/folder", error), nullptr);
    EXPECT_EQ(error.rfind("not installed: /no/such/folder", 0), 0U) << error;
    ++checked;
  }
  EXPECT_EQ(checked, 3U);
}

// A validator that says the same to everything.
class Yes : public Subject {
 public:
  explicit Yes(Validity always) : always_(always) {}
  std::string name() const override { return "yes"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return {}; }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply;
    reply.instances.assign(request.instances.size(), {always_, "", {}});
    return reply;
  }

 private:
  Validity always_;
};

TEST(SmokeTest, ConvictsAValidatorThatAnswersEverythingAlike) {
  for (const Validity always : {Validity::valid, Validity::invalid, Validity::unknown, Validity::error}) {
    Yes yes(always);
    EXPECT_NE(smoke_test(yes), "");
  }
}

TEST(Sourcemeta, GoesOnWhenItsTemporaryFolderIsTakenAway) {
  const std::filesystem::path place =
      std::filesystem::path(testing::TempDir()) / ("taken-away-" + std::to_string(::getpid()));
  std::filesystem::create_directories(place);
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before != nullptr ? before : "";
  ASSERT_EQ(::setenv("TMPDIR", place.c_str(), 1), 0);
  std::string error;
  const std::unique_ptr<Subject> subject = make_sourcemeta(LOCKSTEP_DEPS_DIR, error);
  ASSERT_NE(subject, nullptr) << error;
  EXPECT_EQ(smoke_test(*subject), "");
  std::size_t removed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place)) {
    removed += std::filesystem::remove_all(entry.path()) > 1 ? 1U : 0U;
  }
  EXPECT_EQ(removed, 1U);
  EXPECT_EQ(smoke_test(*subject), "");
  before != nullptr ? ::setenv("TMPDIR", saved.c_str(), 1) : ::unsetenv("TMPDIR");
  std::filesystem::remove_all(place);
}

TEST(Sourcemeta, BooksAProgramThatHangsOrCrashes) {
  const struct {
    const char* program;
    Compile outcome;
  } cases[] = {{"/bin/false", Compile::crash}, {"/no/such/program", Compile::crash}};
  for (const auto& one : cases) {
    SourcemetaOptions options;
    options.program = one.program;
    Sourcemeta subject(options);
    ValidateRequest request;
    request.schema = "true";
    const ValidateReply reply = subject.validate(request);
    EXPECT_EQ(reply.compile.outcome, one.outcome) << one.program;
    request.instances = {"1", "2"};
    for (const InstanceReply& instance : subject.validate(request).instances) {
      EXPECT_NE(instance.validity, Validity::valid);
      EXPECT_NE(instance.validity, Validity::invalid);
    }
  }
}

}  // namespace
}  // namespace lockstep::conformance
