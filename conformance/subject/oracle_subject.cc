#include "lockstep/conformance/subject/oracle_subject.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>

#include "lockstep/conformance/subject/big_stack.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema_prefix/viable_length.h"

namespace lockstep::conformance {
namespace {

// The oracle's own ceilings: beyond them it has not read the text, so it knows nothing about it.
bool is_limit(std::string_view code) {
  constexpr std::array<std::string_view, 5> kLimits = {"text_too_large", "too_deep", "too_large", "depth",
                                                       "steps"};
  return std::find(kLimits.begin(), kLimits.end(), code) != kLimits.end();
}

CompileReply out_of_reach(std::string code, std::string message) {
  CompileReply reply;
  reply.outcome = Compile::limit;
  reply.code = std::move(code);
  reply.message = std::move(message);
  return reply;
}

class OracleSubject final : public Subject {
 public:
  explicit OracleSubject(const OracleSettings& settings) : settings_(settings) {}

  std::string name() const override { return "oracle"; }
  std::string version() const override { return "1"; }

  Capabilities capabilities() const override {
    Capabilities can;
    can.validate = true;
    can.asserts_formats = true;
    can.dialects = every_dialect();
    return can;
  }

  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply;
    try {
      // Trees are destroyed on that thread too: their destructors recurse as deeply as their documents.
      if (run_on_stack(settings_.stack_bytes, [&] { reply = judge(request); })) return reply;
      reply.compile = out_of_reach("no_stack", "no thread with the stack that the oracle wants");
    } catch (const std::bad_alloc&) {
      reply.compile = out_of_reach("out_of_memory", "the oracle ran out of memory");
    }
    reply.instances.clear();
    return reply;
  }

 private:
  ValidateReply judge(const ValidateRequest& request) const {
    oracle::SchemaOptions options;
    options.assert_formats = request.assert_formats;
    if (!request.dialect.empty()) options.default_dialect = request.dialect;
    options.limits.depth = settings_.json_depth;
    options.depth = settings_.check.depth;
    static const Registry kNone;
    const Registry& registry = request.registry ? *request.registry : kNone;

    ValidateReply reply;
    const oracle::Outcome<oracle::Schema> schema = oracle::Schema::load(request.schema, registry, options);
    if (!schema) {
      reply.compile = compile_reply(schema.error());
      return reply;
    }
    for (const std::string& instance : request.instances) {
      reply.instances.push_back(judge_instance(schema.value(), instance, options.limits));
    }
    if (settings_.locates) locate_all(request, registry, options, reply);
    return reply;
  }

  static void locate_all(const ValidateRequest& request, const Registry& registry,
                         const oracle::SchemaOptions& options, ValidateReply& reply) {
    oracle::OraclePolicy policy;
    if (request.assert_formats) policy.format = oracle::FormatRule::assertion;
    std::optional<oracle::PrefixOracle> prefixes;  // made where a text wants it
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      InstanceReply& one = reply.instances[i];
      if (one.validity != Validity::invalid) continue;
      if (!prefixes) {
        auto made = oracle::PrefixOracle::make(request.schema, registry, options, policy);
        if (!made) return;  // the schema has loaded before
        prefixes = std::move(made.value());
      }
      locate(*prefixes, request.instances[i], one);
    }
  }

  static void locate(const oracle::PrefixOracle& prefixes, std::string_view text, InstanceReply& reply) {
    // Up to here it is the beginning of some JSON text.
    if (reply.at) text = text.substr(0, *reply.at);
    const oracle::ViableLength found = oracle::viable_length(prefixes, text);
    reply.at.reset();
    if (found.most == found.length) {
      reply.at = found.length;
    } else {
      reply.at_unknown = "between byte " + std::to_string(found.length) + " and byte " +
                         std::to_string(found.most) + ": " + found.reason;
    }
  }

  InstanceReply judge_instance(const oracle::Schema& schema, const std::string& text,
                               const oracle::JsonLimits& limits) const {
    InstanceReply reply;
    const oracle::Outcome<oracle::JsonValue> tree = oracle::parse_json(text, limits);
    if (!tree) {
      const oracle::Error& error = tree.error();
      reply.validity = is_limit(error.code) ? Validity::unknown : Validity::invalid;
      reply.reason = error.code + ": " + error.message;
      if (reply.validity == Validity::invalid) reply.at = error.offset;
      return reply;
    }
    const oracle::Answer answer = schema.check(tree.value(), settings_.check);
    reply.reason = answer.reason;
    if (answer.is_unknown()) return reply;
    reply.validity = answer.is_yes() ? Validity::valid : Validity::invalid;
    if (answer.is_yes()) reply.at = text.size();
    return reply;
  }

  OracleSettings settings_;
};

}  // namespace

CompileReply compile_reply(const oracle::Error& error) {
  static const std::map<std::string_view, std::string_view> kRefused = {
      {"unsupported_dialect", "$schema"},
      {"unsupported_vocabulary", "$vocabulary"},
      {"unknown_format", "format"},
      {"unsupported_keyword", "nullable"}};
  CompileReply reply;
  reply.outcome = Compile::malformed;
  reply.code = error.code;
  reply.pointer = error.pointer;
  reply.message = error.message;
  if (error.pointer.empty()) reply.offset = error.offset;
  const auto refused = kRefused.find(error.code);
  if (refused != kRefused.end()) {
    reply.outcome = Compile::refused;
    reply.keyword = refused->second;
  } else if (is_limit(error.code)) {
    reply.outcome = Compile::limit;
  }
  return reply;
}

std::unique_ptr<Subject> make_oracle_subject(const OracleSettings& settings) {
  return std::make_unique<OracleSubject>(settings);
}

}  // namespace lockstep::conformance
