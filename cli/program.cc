// Parsing of the command line with CLI11, the common options, hints for mistyped commands.
#include "lockstep/cli/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <exception>
#include <numeric>
#include <ostream>

#include "lockstep/cli/version.h"

namespace lockstep::cli {
namespace {

constexpr const char* kGroup = "Common options";

// CLI11 wraps -1 and numbers beyond 64 bits for an unsigned option, so counts are read here.
template <typename Number>
bool parse_count(std::string_view digits, Number& out) {
  const char* end = digits.data() + digits.size();
  const auto [rest, failure] = std::from_chars(digits.data(), end, out);
  return failure == std::errc{} && rest == end;
}

template <typename Number>
void add_count(Arguments& arguments, const std::string& option, std::optional<Number>& out,
               const std::string& what) {
  const auto read = [&out](const std::string& text) -> std::string {
    Number number = 0;
    if (!parse_count(text, number)) return "'" + text + "' is not a number from 0 below 2^64";
    out = number;
    return {};
  };
  arguments.read_by(option, read, what).type_name("N").group(kGroup);
}

std::string parse_shard(const std::string& text, Shard& shard) {
  const std::size_t slash = text.find('/');
  Shard parsed;
  if (slash == std::string::npos || !parse_count(std::string_view(text).substr(0, slash), parsed.index) ||
      !parse_count(std::string_view(text).substr(slash + 1), parsed.count) || parsed.index < 1 ||
      parsed.index > parsed.count) {
    return "takes I/N with 1 <= I <= N, for example 1/4; got '" + text + "'";
  }
  shard = parsed;
  return {};
}

void add_common(Arguments& arguments, Common& common) {
  arguments.flag("--json", common.json, "End standard output with one summary object").group(kGroup);
  add_count(arguments, "--seed", common.seed, "Seed of everything random in the run");
  add_count(arguments, "--limit", common.limit, "Stop after so many cases");
  arguments
      .read_by(
          "--shard", [&common](const std::string& text) { return parse_shard(text, common.shard); },
          "Do part I of N (I from 1)")
      .type_name("I/N")
      .group(kGroup);
  arguments.flag("--resume", common.resume, "Go on with the unfinished report").group(kGroup);
  arguments.option("--report", common.report, "Path of the record stream").type_name("FILE").group(kGroup);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// The nearest command where one is near, else the whole list.
std::string hint_for(const std::string& typed, const std::vector<Command>& commands) {
  std::string list;
  const Command* nearest = nullptr;
  std::size_t distance = 3;
  for (const Command& command : commands) {
    list += (list.empty() ? "" : ", ") + command.name;
    const std::size_t d = edit_distance(std::string_view(typed).substr(0, 64), command.name);
    if (d < distance) {
      distance = d;
      nearest = &command;
    }
  }
  if (nearest != nullptr) return "did you mean 'lockstep " + nearest->name + "'?";
  return "the commands are " + list;
}

void note_unused(Context& context, const Command& command) {
  const Common& common = context.common;
  const auto note = [&](bool given, bool used, const char* option) {
    if (given && !used) {
      context.err << "note: " << option << " has no effect on 'lockstep " << command.name << "'\n";
    }
  };
  note(common.seed.has_value(), command.uses.seed, "--seed");
  note(common.limit.has_value(), command.uses.limit, "--limit");
  note(common.shard.count > 1, command.uses.shard, "--shard");
  note(common.resume, command.uses.resume, "--resume");
  note(!common.report.empty(), command.uses.report, "--report");
}

int usage_error(Context& context, const std::string& message, const std::string& help) {
  return static_cast<int>(fail(context, ExitCode::usage, {"usage", message, "", help}));
}

struct Defined {
  const Command* command;
  CLI::App* app;
  Command::Run run;
};

int parse_and_run(const std::vector<std::string>& arguments, Context& context,
                  const std::vector<Command>& commands) {
  CLI::App app("Lockstep: is a constrained-decoding engine right? A slow reference oracle answers.",
               "lockstep");
  app.set_version_flag("--version", std::string("lockstep ") + kVersion);
  app.require_subcommand(1);
  app.footer(
      "Example:\n  lockstep gate\n\nExit codes: 0 pass, 1 conformance failure, 2 usage or plan error, 3 "
      "subject "
      "error,\n4 self-check failed, 5 unresolved, 6 stale expectation list.");
  std::vector<Defined> defined;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    Arguments own(*sub);
    Command::Run run = command.define(own);
    add_common(own, context.common);
    std::string footer = "Example:";
    for (const std::string& example : command.examples) footer += "\n  " + example;
    sub->footer(footer);
    for (CLI::App* nested : sub->get_subcommands({})) nested->footer(footer);
    defined.push_back({&command, sub, std::move(run)});
  }
  try {
    // CLI11 takes the arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    for (const Defined& one : defined) {
      if (!one.app->parsed()) continue;
      note_unused(context, *one.command);
      return static_cast<int>(one.run(context));
    }
  } catch (const CLI::CallForHelp&) {
    context.out << app.help();
    return 0;
  } catch (const CLI::CallForVersion&) {
    context.out << app.version() << '\n';
    return 0;
  } catch (const CLI::ParseError& error) {
    const bool of_command = !arguments.front().starts_with('-');
    const std::string name = of_command ? "lockstep " + arguments.front() : "lockstep";
    return usage_error(context, error.what(), "'" + name + " --help' shows the options and an example");
  }
  return usage_error(context, "no command was given", "'lockstep --help' lists the commands");
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, Context& context,
                const std::vector<Command>& commands) {
  try {
    if (arguments.empty())
      return usage_error(context, "no command was given", "'lockstep --help' lists the commands");
    const std::string& first = arguments.front();
    const bool known = std::any_of(commands.begin(), commands.end(),
                                   [&](const Command& command) { return command.name == first; });
    if (!known && !first.starts_with('-')) {
      return static_cast<int>(
          fail(context, ExitCode::usage,
               {"unknown_command", "'" + first + "' is not a command", "", hint_for(first, commands)}));
    }
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      if (arguments[i] != "--resume" && arguments[i] != "--json") context.arguments.push_back(arguments[i]);
    }
    return parse_and_run(arguments, context, commands);
  } catch (const std::bad_alloc&) {
    return static_cast<int>(fail(context, ExitCode::self_check_failed,
                                 {"out_of_memory", "the program ran out of memory", "", ""}));
  } catch (const std::exception& error) {
    return static_cast<int>(fail(context, ExitCode::self_check_failed,
                                 {"internal", error.what(), "", "this is a bug of lockstep"}));
  }
}

}  // namespace lockstep::cli
