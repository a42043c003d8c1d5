// One process a batch, in the exhaustive mode: the optimised one (--fast) of 16.11.0 loses
// additionalProperties of a schema whose properties hold
// {"unevaluatedItems":{},"oneOf":[{"unevaluatedItems":false}]}. With --json and --continue the program prints
// one object an instance, in the order of its arguments; an instance that it cannot judge ends the process,
// so that one is booked and the rest asked again.
#include "lockstep/conformance/external/sourcemeta.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/external/process.h"

namespace lockstep::conformance {
namespace {

using nlohmann::json;

constexpr const char* kDefaultDialect = "https://json-schema.org/draft/2020-12/schema";
constexpr const char* kSchemaFile = "schema.json";
constexpr std::size_t kCulprits = 2;
constexpr int kDepthExit = 3;
constexpr int kParseExit = 6;

std::string instance_file(std::size_t index) { return "instance-" + std::to_string(index) + ".json"; }

// The objects on standard output, one after the other; nullopt when it is not that. They quote the instance,
// whose bytes need not be UTF-8; nothing that is read here is beyond ASCII.
std::optional<std::vector<json>> read_objects(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  std::vector<json> objects;
  std::istringstream stream(text);
  try {
    while (stream >> std::ws && stream.peek() != std::istringstream::traits_type::eof()) {
      json object;
      stream >> object;
      if (!object.is_object()) return std::nullopt;
      objects.push_back(std::move(object));
    }
  } catch (const json::exception&) {
    return std::nullopt;
  }
  return objects;
}

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// An error object about the schema. What the program cannot find or does not admit is a refusal; the rest is
// its claim that the schema is bad.
CompileReply schema_error(const json& object, int exit_code) {
  CompileReply compile;
  compile.message = text_of(object, "error");
  for (const char* key : {"identifier", "regex", "value"}) {
    const std::string more = text_of(object, key);
    if (!more.empty()) compile.message += ": " + more;
  }
  compile.pointer = text_of(object, "location");
  compile.outcome = Compile::malformed;
  compile.code = exit_code == kParseExit ? "bad_schema_text" : "bad_schema";
  const auto refuse = [&](const char* code, const char* keyword) {
    compile.outcome = Compile::refused;
    compile.code = code;
    compile.keyword = keyword;
  };
  const std::string_view message = compile.message;
  const auto says = [&](std::string_view part) { return message.find(part) != std::string_view::npos; };
  if (says("top-level `$ref`")) refuse("top_level_ref", "$ref");
  if (says("reference to an external schema")) refuse("unresolved_reference", "$ref");
  if (says("Could not resolve schema reference")) refuse("unresolved_reference", "$ref");
  if (says("resolve the metaschema")) refuse("unresolved_metaschema", "$schema");
  if (says("required vocabulary")) refuse("unsupported_vocabulary", "$vocabulary");
  if (exit_code == kDepthExit) {
    compile.outcome = Compile::limit;
    compile.code = "depth";
  }
  return compile;
}

}  // namespace

// One process: verdicts from the first instance on, then perhaps why it stopped there.
struct Sourcemeta::Run {
  std::vector<InstanceReply> replies;
  std::optional<InstanceReply> stopped;  // the instance after the last verdict, when the process ended at it
  bool broken = false;  // stopped without a word of its own: a death, a hang, output of another kind
  std::optional<CompileReply> bad_schema;

  // For a run that asked for the schema alone.
  std::optional<CompileReply> bad_schema_or_death() const {
    if (!broken) return bad_schema;
    CompileReply compile;
    compile.outcome = stopped->validity == Validity::hang ? Compile::hang : Compile::crash;
    compile.message = stopped->reason;
    compile.code = stopped->validity == Validity::crash  ? "signal"
                   : stopped->validity == Validity::hang ? "time"
                                                         : "no_verdict";
    return compile;
  }
};

void Sourcemeta::read_run(const std::vector<json>& objects, int exit_code, Run& run) {
  for (const json& object : objects) {
    if (run.stopped || run.bad_schema) return;
    const std::string error = text_of(object, "error");
    if (object.contains("valid") && object["valid"].is_boolean()) {
      run.replies.push_back({object["valid"] == true ? Validity::valid : Validity::invalid, {}, {}});
    } else if (!object.contains("filePath")) {  // about neither file: it failed while it judged this instance
      run.stopped = InstanceReply{Validity::error, error, {}};
    } else if (text_of(object, "filePath").find("/instance-") == std::string::npos) {
      run.bad_schema = schema_error(object, exit_code);
    } else if (exit_code == kDepthExit) {
      run.stopped = InstanceReply{Validity::unknown, "depth: " + error, {}};
    } else {
      run.stopped =
          InstanceReply{Validity::error, (exit_code == kParseExit ? "not_parsed: " : "") + error, {}};
    }
  }
}

Sourcemeta::Sourcemeta(SourcemetaOptions options) : options_(std::move(options)) {}

Capabilities Sourcemeta::capabilities() const {
  Capabilities capabilities;
  capabilities.validate = true;
  capabilities.asserts_formats = true;
  capabilities.dialects = {kDefaultDialect, "https://json-schema.org/draft/2019-09/schema",
                           "http://json-schema.org/draft-07/schema#",
                           "http://json-schema.org/draft-06/schema#",
                           "http://json-schema.org/draft-04/schema#"};
  return capabilities;
}

// The configuration file's "resolve" gives each document its address, whatever `$id` it carries; --resolve
// would not.
bool Sourcemeta::write_registry(const std::shared_ptr<const Registry>& registry) {
  if (registry_written_ && registry == registry_) return true;
  json resolve = json::object();
  std::size_t index = 0;
  bool sound = !folder_->path().empty();
  if (registry) {
    for (const auto& [uri, text] : *registry) {
      const std::string file = "registry-" + std::to_string(index++) + ".json";
      sound = sound && folder_->write(file, text);
      resolve[uri] = "./" + file;
    }
  }
  const json configuration = {{"path", "./empty"}, {"resolve", resolve}};
  sound = sound && folder_->write("jsonschema.json", configuration.dump());
  registry_ = registry;
  registry_written_ = sound;
  return sound;
}

Sourcemeta::Run Sourcemeta::run(const ValidateRequest& request, std::size_t first, std::size_t count) {
  Command command;
  command.directory = folder_->path().string();
  command.memory_bytes = options_.memory_bytes;
  command.argv = {options_.program, "validate", kSchemaFile};
  for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i) {
    const bool probe = count == 0;  // no instance: any text will do to have the schema compiled
    if (!folder_->write(instance_file(i), probe ? "null" : request.instances[first + i])) {
      return {{}, InstanceReply{Validity::error, "cannot write the instance file", {}}, true, {}};
    }
    command.argv.push_back(instance_file(i));
  }
  for (const char* word : {"--continue", "--json", "--configuration", ".", "--default-dialect"}) {
    command.argv.emplace_back(word);
  }
  command.argv.push_back(request.dialect.empty() ? kDefaultDialect : request.dialect);
  if (request.assert_formats) command.argv.emplace_back("--format-assertion");

  const ProcessResult result = run_process(command, "", {options_.time});
  Run run;
  const auto objects = read_objects(result.out);
  if (result.end == ProcessEnd::exited && objects) read_run(*objects, result.code, run);
  const std::size_t asked = std::max<std::size_t>(count, 1);
  if (run.bad_schema || run.stopped || run.replies.size() == asked) return run;
  const Validity validity = result.end == ProcessEnd::signalled   ? Validity::crash
                            : result.end == ProcessEnd::timed_out ? Validity::hang
                                                                  : Validity::error;
  const std::string why = result.message.empty() ? "exit " + std::to_string(result.code) : result.message;
  run.stopped = InstanceReply{validity, why + " " + (result.err + result.out).substr(0, 300), {}};
  run.broken = true;
  return run;
}

ValidateReply Sourcemeta::validate(const ValidateRequest& request) {
  ValidateReply reply;
  bool written = write_registry(request.registry) && folder_->write(kSchemaFile, request.schema);
  if (!written) {  // somebody may have cleaned the folder for temporary files
    folder_ = std::make_unique<TempFolder>();
    registry_written_ = false;
    written = write_registry(request.registry) && folder_->write(kSchemaFile, request.schema);
  }
  if (!written) {
    reply.compile.outcome = Compile::crash;
    reply.compile.code = "temporary_folder";
    reply.compile.message = "cannot write to the temporary folder";
    return reply;
  }
  std::size_t deaths = 0;
  std::size_t next = 0;
  bool schema_known_good = false;
  while (next < request.instances.size() || !schema_known_good) {
    const std::size_t count = std::min(options_.batch, request.instances.size() - next);
    Run part = run(request, next, count);
    if (part.broken && part.replies.empty() && !schema_known_good) {  // the schema, or the first instance?
      if (count > 0) part.bad_schema = run(request, next, 0).bad_schema_or_death();
      if (count == 0) part.bad_schema = part.bad_schema_or_death();
    }
    if (part.bad_schema) {
      reply.instances.clear();
      reply.compile = *part.bad_schema;
      return reply;
    }
    schema_known_good = true;
    if (count == 0) break;
    reply.instances.insert(reply.instances.end(), part.replies.begin(), part.replies.end());
    if (part.stopped) reply.instances.push_back(*part.stopped);
    deaths += part.broken ? 1 : 0;
    next = reply.instances.size();
    if (deaths < kCulprits) continue;
    const InstanceReply not_asked{Validity::unknown, "not asked: the process died on this schema before", {}};
    reply.instances.resize(request.instances.size(), not_asked);
    break;
  }
  return reply;
}

}  // namespace lockstep::conformance
