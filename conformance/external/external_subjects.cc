// Where each external validator is installed and how it is started.
#include "lockstep/conformance/external/external_subjects.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "lockstep/conformance/external/json_lines_subject.h"
#include "lockstep/conformance/external/sourcemeta.h"

namespace lockstep::conformance {
namespace {

namespace fs = std::filesystem;

const char* const kDraft202012 = "https://json-schema.org/draft/2020-12/schema";
const char* const kDraft201909 = "https://json-schema.org/draft/2019-09/schema";
const char* const kDraft7 = "http://json-schema.org/draft-07/schema#";
const char* const kDraft6 = "http://json-schema.org/draft-06/schema#";
const char* const kDraft4 = "http://json-schema.org/draft-04/schema#";
const char* const kDraft3 = "http://json-schema.org/draft-03/schema#";

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// True, with the sentence, when something is not there.
bool missing(const fs::path& path, std::string& error) {
  if (is_there(path)) return false;
  error = "not installed: " + path.string() + " is missing; './run setup' installs it";
  return true;
}

// The "version" of an npm package; "" when the file is not there or not JSON.
std::string npm_version(const fs::path& package) {
  std::ifstream file(package / "package.json");
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  return json.is_object() ? json.value("version", std::string()) : std::string();
}

// The version of an installed Python distribution, from the name of its .dist-info folder.
std::string python_version(const fs::path& library, const std::string& distribution) {
  std::error_code ignored;
  for (const auto& python : fs::directory_iterator(library, ignored)) {
    for (const auto& entry : fs::directory_iterator(python.path() / "site-packages", ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(distribution + "-", 0) == 0 && entry.path().extension() == ".dist-info") {
        return entry.path().stem().string().substr(distribution.size() + 1);
      }
    }
  }
  return {};
}

Capabilities validates(std::vector<std::string> dialects, bool asserts_formats) {
  Capabilities capabilities;
  capabilities.validate = true;
  capabilities.dialects = std::move(dialects);
  capabilities.asserts_formats = asserts_formats;
  return capabilities;
}

}  // namespace

std::unique_ptr<Subject> make_sourcemeta(const fs::path& deps, std::string& error) {
  const fs::path package = deps / "npm/gate/node_modules/@sourcemeta/jsonschema";
  const fs::path program = package / "build/github-releases/jsonschema-linux-x86_64";
  if (missing(program, error)) return nullptr;
  SourcemetaOptions options;
  options.program = fs::absolute(program).string();
  options.version = npm_version(package);
  return std::make_unique<Sourcemeta>(std::move(options));
}

std::unique_ptr<Subject> make_hyperjump(const fs::path& deps, std::string& error) {
  const fs::path modules = fs::absolute(deps / "npm/gate/node_modules");
  const fs::path package = modules / "@hyperjump/json-schema";
  const fs::path script = fs::path(LOCKSTEP_EXTERNAL_DIR) / "hyperjump.mjs";
  if (missing(package, error) || missing(script, error)) return nullptr;
  JsonLinesSubjectOptions options;
  options.name = "hyperjump";
  options.version = npm_version(package);
  options.capabilities = validates({kDraft202012, kDraft201909, kDraft7, kDraft6, kDraft4}, true);
  options.command.argv = {"node", "--max-old-space-size=1024", script.string(), modules.string()};
  return std::make_unique<JsonLinesSubject>(std::move(options));
}

std::unique_ptr<Subject> make_python_jsonschema(const fs::path& deps, std::string& error) {
  const fs::path environment = fs::absolute(deps / "python");
  const fs::path python = environment / "bin/python";
  const fs::path script = fs::path(LOCKSTEP_EXTERNAL_DIR) / "python_jsonschema.py";
  if (missing(python, error) || missing(script, error)) return nullptr;
  JsonLinesSubjectOptions options;
  options.name = "python-jsonschema";
  options.version = python_version(environment / "lib", "jsonschema");
  if (options.version.empty()) {
    error = "not installed: no jsonschema in " + environment.string() + "; './run setup' installs it";
    return nullptr;
  }
  options.capabilities = validates({kDraft202012, kDraft201909, kDraft7, kDraft6, kDraft4, kDraft3}, true);
  options.command.argv = {python.string(), script.string()};
  options.command.memory_bytes = 1024 * kMegabyte;
  return std::make_unique<JsonLinesSubject>(std::move(options));
}

std::unique_ptr<Subject> make_valijson(const fs::path& deps, std::string& error) {
  const fs::path program = LOCKSTEP_VALIJSON_CHILD;
  if (program.empty()) {
    error = "not installed: this build has LOCKSTEP_VALIJSON=OFF";
    return nullptr;
  }
  if (missing(program, error)) return nullptr;
  JsonLinesSubjectOptions options;
  options.name = "valijson";
  std::ifstream(deps / "valijson/VERSION") >> options.version;
  options.capabilities = validates({kDraft7}, true);
  options.command.argv = {program.string()};
  options.command.memory_bytes = 1024 * kMegabyte;
  return std::make_unique<JsonLinesSubject>(std::move(options));
}

std::string smoke_test(Subject& subject) {
  ValidateRequest request;
  request.schema = R"({"type":"object","required":["a"],"properties":{"a":{"type":"integer","maximum":5}}})";
  request.instances = {R"({"a":5})", R"({"a":6})", R"({})", R"({"a":"x"})"};
  const Capabilities capabilities = subject.capabilities();
  if (!capabilities.dialects.empty()) request.dialect = capabilities.dialects.front();
  const ValidateReply reply = subject.validate(request);
  if (reply.compile.outcome != Compile::ok) {
    return "the smoke test's schema: " + std::string(name(reply.compile.outcome)) + ": " +
           reply.compile.message;
  }
  if (reply.instances.size() != request.instances.size()) return "the smoke test's replies are not complete";
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    const Validity right = i == 0 ? Validity::valid : Validity::invalid;
    if (reply.instances[i].validity == right) continue;
    return "the smoke test's instance " + request.instances[i] + ": " +
           std::string(name(reply.instances[i].validity)) + " " + reply.instances[i].reason;
  }
  return {};
}

}  // namespace lockstep::conformance
