// valijson 1.0 (header-only) on draft 7, behind the JSON-lines protocol of this folder's README. Every
// request is judged in a forked process, because valijson ends by a segmentation fault on a `$ref` loop and
// on long strings: the parent then says so and, when an instance was the culprit, goes on with the next one.
// What it cannot see: numbers are binary64, of two members with one name the last stays; keywords after draft
// 7 and `$id` are ignored; `pattern` is std::regex. It never decides a verdict.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace {

using nlohmann::json;

constexpr unsigned kSecondsPerFork = 8;
constexpr std::size_t kDeathsPerRequest = 2;

std::optional<json> documents;  // the registry: URI -> text; nothing before the first "registry" request

// A text as it crosses: a string, or {"hex": ...} where the bytes are not valid UTF-8 (which is no JSON
// text).
std::string text_of(const json& text) { return text.is_string() ? text.get<std::string>() : "\xff"; }

json compile_reply(const char* outcome, const char* code, const std::string& message) {
  return {{"compile", outcome}, {"code", code}, {"message", message}, {"keyword", code}};
}

// valijson ignores `$schema`, so a schema of another draft must not get that far.
std::optional<json> refuse_dialect(const json& request, const json& schema) {
  std::string dialect = request.value("dialect", std::string());
  if (schema.is_object() && schema.contains("$schema") && schema["$schema"].is_string())
    dialect = schema["$schema"];
  if (dialect.rfind("http://json-schema.org/draft-07/schema", 0) == 0) return std::nullopt;
  json reply = compile_reply("refused", "unsupported_dialect", dialect);
  reply["keyword"] = "$schema";
  return reply;
}

const json* fetch(const std::string& uri) {
  const auto found = documents->find(uri.substr(0, uri.find('#')));
  if (found == documents->end()) return nullptr;
  return new json(json::parse(text_of(*found)));
}

json judge(valijson::Validator& validator, const valijson::Schema& schema, const json& text) {
  json instance = json::parse(text_of(text), nullptr, false);
  if (instance.is_discarded()) return {{"validity", "error"}, {"reason", "not_parsed"}};
  try {
    const valijson::adapters::NlohmannJsonAdapter target(instance);
    return {{"validity", validator.validate(schema, target, nullptr) ? "valid" : "invalid"}};
  } catch (const std::exception& error) {
    return {{"validity", "error"}, {"reason", error.what()}};
  }
}

void say(int descriptor, const json& line) {
  const std::string text = line.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n <= 0) ::_exit(1);
    done += static_cast<std::size_t>(n);
  }
}

// The forked process: one line for the schema, then one for each instance from `first` on.
void judge_all(const json& request, std::size_t first, int descriptor) {
  ::alarm(kSecondsPerFork);
  const json schema_document = json::parse(text_of(request["schema"]), nullptr, false);
  if (schema_document.is_discarded())
    return say(descriptor, compile_reply("malformed", "bad_schema_text", ""));
  if (const auto refusal = refuse_dialect(request, schema_document)) return say(descriptor, *refusal);
  valijson::Schema schema;
  try {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_document), schema, fetch,
                          [](const json* document) { delete document; });
  } catch (const std::exception& error) {
    return say(descriptor, compile_reply("refused", "schema_not_loaded", error.what()));
  }
  say(descriptor, {{"compile", "ok"}});
  valijson::Validator validator;
  for (std::size_t i = first; i < request["instances"].size(); ++i) {
    say(descriptor, judge(validator, schema, request["instances"][i]));
  }
}

// What a forked process said, and how it ended.
struct Fork {
  std::vector<json> lines;
  int status = 0;
};

Fork run_fork(const json& request, std::size_t first) {
  int ends[2];
  Fork result;
  if (::pipe(ends) != 0) std::exit(1);
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(ends[0]);
    judge_all(request, first, ends[1]);
    ::_exit(0);
  }
  if (pid < 0) std::exit(1);
  ::close(ends[1]);
  std::string text;
  char buffer[65536];
  for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(n));
  ::close(ends[0]);
  ::waitpid(pid, &result.status, 0);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    result.lines.push_back(json::parse(text.substr(begin, end - begin), nullptr, false));
  }
  return result;
}

json validate(const json& request) {
  if (!documents) return {{"no_registry", true}};
  const std::size_t wanted = request["instances"].size();
  json reply;
  json replies = json::array();
  std::size_t deaths = 0;
  do {
    Fork fork = run_fork(request, replies.size());
    const bool hung = WIFSIGNALED(fork.status) && WTERMSIG(fork.status) == SIGALRM;
    const std::string end =
        hung ? "no answer in time" : "the process died, wait status " + std::to_string(fork.status);
    if (fork.lines.empty()) return compile_reply(hung ? "hang" : "crash", "schema_not_loaded", end);
    reply = fork.lines.front();
    if (reply["compile"] != "ok") return reply;
    for (std::size_t i = 1; i < fork.lines.size(); ++i) replies.push_back(fork.lines[i]);
    if (replies.size() < wanted) {
      replies.push_back({{"validity", hung ? "hang" : "crash"}, {"reason", end}});
      ++deaths;
    }
    while (deaths >= kDeathsPerRequest && replies.size() < wanted) {
      replies.push_back(
          {{"validity", "unknown"}, {"reason", "not asked: the process died on this schema before"}});
    }
  } while (replies.size() < wanted);
  reply["replies"] = replies;
  return reply;
}

json answer(const json& request) {
  const std::string op = request.value("op", std::string());
  if (op == "registry") {
    documents = request["documents"];
    return {{"registered", documents->size()}};
  }
  if (op == "validate") return validate(request);
  if (op == "hello") return {{"name", "valijson"}};
  return {{"error", "unknown op " + op}};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const json request = json::parse(line, nullptr, false);
    if (!request.is_object()) return 1;
    json reply = answer(request);
    reply["id"] = request["id"];
    say(STDOUT_FILENO, reply);
  }
  return 0;
}
