#include "lockstep/conformance/walk/reproducer.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "lockstep/conformance/judge/shrink.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

constexpr std::string_view kValueStarts = "{[\"-0123456789tfn";

// The subtrees that are objects, the root left out.
void collect_objects(const Tree& tree, std::vector<const Tree*>& all) {
  const auto visit = [&](const Tree& child) {
    if (child.kind == TreeKind::object) all.push_back(&child);
    collect_objects(child, all);
  };
  for (const Tree& item : tree.items) visit(item);
  for (const auto& [name, value] : tree.members) visit(value);
}

class Shrinker {
 public:
  Shrinker(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task, const WalkFailure& failure,
           std::size_t budget)
      : subject_(subject),
        judge_(judge),
        task_(task),
        wanted_(failure.finding),
        best_{failure.schema, failure.prefix, failure.finding},
        budget_(budget) {}

  Reproducer run() {
    if (!fails(best_.schema, best_.prefix)) return best_;  // it was the history that failed
    for (std::size_t before = 0; before != size() && budget_ > 0;) {
      before = size();
      shorten_prefix();
      shrink_schema();
      descend();
    }
    return best_;
  }

 private:
  std::size_t size() const { return best_.schema.size() + best_.prefix.size(); }

  // Keeps what fails.
  bool fails(const std::string& schema, const std::string& prefix) {
    if (budget_ == 0) return false;
    --budget_;
    const auto truth = oracle::PrefixOracle::make(schema, {}, {}, task_.policy);
    const WalkStart started = subject_.start(schema);
    if (!truth.ok() || !started.session) return false;
    const std::optional<Finding> found = same_finding(truth.value(), *started.session, prefix);
    if (!found) return false;
    best_ = {schema, prefix, *found};
    return true;
  }

  std::optional<Finding> same_finding(const oracle::PrefixOracle& truth, WalkSession& start,
                                      const std::string& prefix) const {
    const auto here = start.fork();
    for (std::size_t at = 0; at < prefix.size(); ++at) {
      const auto byte = static_cast<std::uint8_t>(prefix[at]);
      const bool last = at + 1 == prefix.size() && wanted_.check == "accept";
      const bool allowed = last && here->allowed_bytes()[byte];
      if (here->accept_bytes(std::string_view(prefix).substr(at, 1))) continue;
      return allowed ? std::optional<Finding>(wanted_) : std::nullopt;
    }
    if (wanted_.check == "token_filter" && wanted_.token) return same_token(truth, *here, prefix);
    const bool bytes =
        wanted_.check == "next_byte" || wanted_.check == "stop_bit" || wanted_.check == "finish";
    Choices choices(seeded_bytes(task_.seed));
    PrefixFacts facts;
    const auto found =
        judge_.judge(truth, start, *here, prefix, bytes ? Depth::bytes : Depth::mask, choices, facts);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Finding& one) {
      return one.verdict == wanted_.verdict && one.check == wanted_.check;
    });
    return same == found.end() ? std::nullopt : std::optional<Finding>(*same);
  }

  // The one token, so that a big vocabulary is not asked for each step.
  std::optional<Finding> same_token(const oracle::PrefixOracle& truth, WalkSession& here,
                                    const std::string& prefix) const {
    const oracle::Answer right = judge_.token_answer(truth, prefix, *wanted_.token);
    const bool set = bit(here.mask(), *wanted_.token);
    const bool wrong =
        wanted_.verdict == Verdict::mask_too_wide ? set && right.is_no() : !set && right.is_yes();
    return wrong ? std::optional<Finding>(wanted_) : std::nullopt;
  }

  void shorten_prefix() {
    for (std::size_t size = best_.prefix.size(); size > 0; size /= 2) {
      for (std::size_t at = 0; at + size <= best_.prefix.size() && budget_ > 0;) {
        std::string less = best_.prefix;
        less.erase(at, size);
        if (!fails(best_.schema, less)) ++at;
      }
    }
  }

  void shrink_schema() {
    const std::string prefix = best_.prefix;
    (void)shrink_pair(
        {best_.schema, "0"}, [&](const Pair& pair) { return fails(pair.schema, prefix); }, budget_ / 2);
  }

  // A subschema with that part of the prefix which it may be about.
  void descend() {
    const std::optional<Tree> root = read_tree(best_.schema);
    if (!root) return;
    const std::string prefix = best_.prefix;
    std::vector<const Tree*> parts;
    collect_objects(*root, parts);
    for (const Tree* part : parts) {
      Tree schema = *part;
      if (const Tree* shared = root->find("$defs"); shared != nullptr && schema.find("$defs") == nullptr)
        schema.set("$defs", *shared);
      const std::string text = write_tree(schema);
      if (text.size() >= best_.schema.size()) continue;
      for (std::size_t at = 0; at <= prefix.size() && budget_ > 0; ++at) {
        const bool start = at == prefix.size() || kValueStarts.find(prefix[at]) != std::string_view::npos;
        if (start && fails(text, prefix.substr(at))) return;
      }
    }
  }

  WalkSubject& subject_;
  const PrefixJudge& judge_;
  const SchemaTask& task_;
  const Finding wanted_;
  Reproducer best_;
  std::size_t budget_;
};

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}

}  // namespace

Reproducer shrink_failure(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task,
                          const WalkFailure& failure, std::size_t budget) {
  return Shrinker(subject, judge, task, failure, budget).run();
}

std::string command_of(const Reproducer& reproducer, const std::string& options) {
  return fmt::format("lockstep walk --schema-text {} --prefix {}{}{}", shell_quoted(reproducer.schema),
                     shell_quoted(escaped_bytes(reproducer.prefix)), options.empty() ? "" : " ", options);
}

std::string escaped_bytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      text += "\\\\";
    } else {
      text += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02X}", byte) : std::string(1, c);
    }
  }
  return text;
}

std::optional<std::string> unescaped_bytes(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    if (text[0] != '\\') {
      bytes += text[0];
      text.remove_prefix(1);
    } else if (text.starts_with("\\\\")) {
      bytes += '\\';
      text.remove_prefix(2);
    } else {
      if (text.size() < 4 || text[1] != 'x') return std::nullopt;
      const auto high = hex_digit(text[2]);
      const auto low = hex_digit(text[3]);
      if (!high || !low) return std::nullopt;
      bytes += static_cast<char>(*high << 4U | *low);
      text.remove_prefix(4);
    }
  }
  return bytes;
}

}  // namespace lockstep::conformance
