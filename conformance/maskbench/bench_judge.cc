#include "lockstep/conformance/maskbench/bench_judge.h"

#include <fmt/core.h>

#include <utility>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/suite/keywords.h"
#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

constexpr std::string_view kOracle = "; the oracle says ";

// A number's own spelling stays.
std::string compact(const std::string& text) {
  const std::optional<Tree> tree = read_tree(text);
  return tree ? write_tree(*tree) : text;
}

std::vector<std::string> keywords_in(const std::string& schema) {
  const auto tree = oracle::parse_json(schema, {.depth = 2000});
  if (!tree) return {};
  const std::set<std::string> all = keywords_of(tree.value());
  return {all.begin(), all.end()};
}

// Anywhere: the root, a part with a `$schema` of its own, a reference to that metaschema. There spelling
// tells what is an integer.
bool knows_draft_4(const std::string& schema) {
  return schema.find("json-schema.org/draft-04/schema") != std::string::npos;
}

std::string compile_words(const CompileReply& compile) {
  return fmt::format("schema {} {}", name(compile.outcome), compile.code);
}

// A limit while running is told as an error of the instance.
Judgement judged(Expected expected, const ValidateReply& reply, std::size_t index) {
  const InstanceReply* instance = reply_at(reply, index);
  Judgement judgement = compare(expected, reply.compile, instance);
  if (instance != nullptr && instance->validity == Validity::error && instance->reason.starts_with("limit_"))
    judgement = {Verdict::limit, instance->reason};
  return judgement;
}

class Judge {
 public:
  Judge(BenchWorker& worker, const BenchSchema& schema, const std::shared_ptr<const Registry>& registry)
      : worker_(worker), schema_(schema) {
    request_.schema = schema.schema;
    request_.dialect = dialect_of("2020-12");
    request_.assert_formats = true;
    request_.registry = registry;
  }

  BenchJudged judge() {
    ValidateRequest asked = request_;
    for (const BenchTest& test : schema_.tests) asked.instances.push_back(test.data);
    if (worker_.oracle) oracle_ = worker_.oracle->validate(asked);
    for (const BenchTest& test : schema_.tests) asked.instances.push_back(compact(test.data));
    reply_ = worker_.subject->validate(asked);
    out_.compile = reply_.compile;
    if (worker_.measured != nullptr) {
      out_.cost = worker_.measured->cost();
      out_.text_milliseconds = worker_.measured->text_milliseconds();
    }
    const std::vector<std::string> ids = case_ids(schema_);
    const std::vector<std::string> keywords = keywords_in(schema_.schema);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      reports::Case one;
      one.id = ids[i];
      one.keywords = keywords;
      schema_.tests.empty() ? judge_compile(one) : judge_test(i, one);
      if (one.verdict == name(Verdict::refused))
        one.refused_by = reply_.compile.keyword.empty() ? "(unnamed)" : reply_.compile.keyword;
      out_.cases.push_back(std::move(one));
    }
    vary();
    if (worker_.measured != nullptr) out_.grown_bytes = worker_.measured->bytes_now();
    return std::move(out_);
  }

 private:
  bool both_malformed() const {
    return worker_.oracle && reply_.compile.outcome == Compile::malformed &&
           oracle_.compile.outcome == Compile::malformed;
  }

  // Of a schema without instances: does it compile, and does the oracle think so too?
  void judge_compile(reports::Case& one) const {
    const Compile outcome = reply_.compile.outcome;
    const bool compiled = outcome == Compile::ok || outcome == Compile::empty;
    one.expected = "compiles";
    one.got = name(outcome);
    Judgement judgement = compare(Expected::unknown, reply_.compile, nullptr);
    if (compiled) judgement = {Verdict::agree, ""};
    if (both_malformed()) judgement.verdict = Verdict::agree;
    if (compiled && worker_.oracle && oracle_.compile.outcome == Compile::malformed)
      judgement = {Verdict::over_accept, "the oracle's " + compile_words(oracle_.compile)};
    one.verdict = name(judgement.verdict);
    one.detail = judgement.detail;
  }

  void judge_test(std::size_t i, reports::Case& one) {
    const Expected file = schema_.tests[i].valid ? Expected::valid : Expected::invalid;
    const Judgement judgement = judged(file, reply_, i);
    const InstanceReply* instance = reply_at(reply_, i);
    const Expected said = opinion(reply_, i);
    const Expected oracle = worker_.oracle ? opinion(oracle_, i) : Expected::unknown;
    const bool wrong = judgement.verdict == Verdict::over_accept || judgement.verdict == Verdict::over_reject;
    one.expected = name(file);
    one.got = instance == nullptr ? compile_words(reply_.compile) : std::string(name(instance->validity));
    one.verdict = name(judgement.verdict);
    one.detail = judgement.detail;
    const bool against_file = oracle != Expected::unknown && oracle != file;
    if (wrong && instance == nullptr && both_malformed()) {
      one.verdict = kFileDisagrees;
      one.detail += "; the oracle's " + compile_words(oracle_.compile);
    } else if (wrong && instance != nullptr) {
      if (against_file) one.verdict = kFileDisagrees;
      one.detail += fmt::format("{}{}", kOracle, oracle_words(i));
      dispute(i, oracle == Expected::unknown ? file : oracle);
    } else if (judgement.verdict == Verdict::agree && against_file) {
      one.detail += fmt::format("{}{}", kOracle, name(oracle));
    }
    // The same value without white space.
    const Expected truth = against_file && wrong ? said : file;
    const Judgement plain = judged(truth, reply_, schema_.tests.size() + i);
    const bool stands = judgement.verdict == Verdict::agree || one.verdict == kFileDisagrees;
    if (stands && instance != nullptr && plain.verdict != Verdict::agree) {
      one.verdict = name(plain.verdict);
      one.detail = "compact: " + plain.detail;
    } else if (stands && instance != nullptr) {
      varied_.push_back(i);
      truths_.push_back(truth);
    }
  }

  std::string oracle_words(std::size_t i) const {
    const InstanceReply* instance = reply_at(oracle_, i);
    if (instance == nullptr) return compile_words(oracle_.compile);
    return std::string(name(instance->validity)) + (instance->reason.empty() ? "" : " " + instance->reason);
  }

  void dispute(std::size_t i, Expected truth) {
    BenchDispute one{i, request_, truth};
    one.request.instances = {schema_.tests[i].data};
    out_.disputes.push_back(std::move(one));
  }

  void vary() {
    if (worker_.variants == nullptr || varied_.empty()) return;
    if (out_.text_milliseconds > kVariedMilliseconds) {
      for (const std::size_t i : varied_) without_time(out_.cases[i]);
      return;
    }
    ValidateRequest request = request_;
    for (const std::size_t i : varied_) request.instances.push_back(schema_.tests[i].data);
    const std::vector<VariantResult> results =
        worker_.variants->judge(request, truths_, knows_draft_4(request.schema));
    for (std::size_t i = 0; i < varied_.size(); ++i) {
      reports::Case& one = out_.cases[varied_[i]];
      if (results[i].verdict != Verdict::agree) one.verdict = name(results[i].verdict);
      tell(results[i], one);
    }
  }

  static void tell(const VariantResult& result, reports::Case& one) {
    const bool apart = one.detail.empty() || one.detail.starts_with("; ");
    one.detail = variant_text(result) + (apart ? "" : "; ") + one.detail;
  }
  static void without_time(reports::Case& one) {
    VariantResult none;
    none.without = {"time: the texts alone take more than 2 s"};
    tell(none, one);
  }

  BenchWorker& worker_;
  const BenchSchema& schema_;
  ValidateRequest request_;
  ValidateReply reply_, oracle_;
  std::vector<std::size_t> varied_;
  std::vector<Expected> truths_;
  BenchJudged out_;
};

}  // namespace

std::vector<std::string> case_ids(const BenchSchema& schema) {
  if (schema.tests.empty()) return {schema.id + "/compile"};
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < schema.tests.size(); ++i) ids.push_back(fmt::format("{}/{}", schema.id, i));
  return ids;
}

BenchJudged judge_schema(BenchWorker& worker, const BenchSchema& schema,
                         const std::shared_ptr<const Registry>& registry) {
  return Judge(worker, schema, registry).judge();
}

bool oracle_against(std::string_view detail) { return detail.find(kOracle) != std::string_view::npos; }

}  // namespace lockstep::conformance
