// The frame of the program: help, version, mistakes of the caller, the common options.
#include "lockstep/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <stdexcept>

#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Words of a command line; single quotes hold a word together.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> out;
  std::string word;
  bool quoted = false;
  for (const char c : line + " ") {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      if (!word.empty()) out.push_back(word);
      word.clear();
    } else {
      word += c;
    }
  }
  return out;
}

// The same options, but nothing runs.
std::vector<Command> parse_only() {
  std::vector<Command> commands = all_commands();
  for (Command& command : commands) {
    command.define = [define = command.define](Arguments& app) -> Command::Run {
      return [run = define(app)](Context&) { return ExitCode::pass; };
    };
  }
  return commands;
}

// A command that reports what it was given.
Command probe(std::function<ExitCode(Context&)> run, Uses uses = {}) {
  Command command;
  command.name = "probe";
  command.summary = "A probe";
  command.examples = {"lockstep probe"};
  command.uses = uses;
  command.define = [run](Arguments&) -> Command::Run { return run; };
  return command;
}

TEST(ProgramTest, EveryHelpHasAnExampleAndEveryExampleParses) {
  std::size_t parsed = 0;
  for (const Command& command : all_commands()) {
    const Ran help = run({command.name, "--help"});
    EXPECT_EQ(help.exit, 0) << command.name;
    EXPECT_THAT(help.out, HasSubstr("Example:")) << command.name;
    EXPECT_FALSE(command.examples.empty()) << command.name;
    for (const char* option : {"--json", "--seed", "--limit", "--shard", "--resume", "--report"}) {
      EXPECT_THAT(help.out, HasSubstr(option)) << command.name;
    }
    for (const std::string& example : command.examples) {
      EXPECT_THAT(help.out, HasSubstr(example));
      std::vector<std::string> line = words(example);
      ASSERT_GE(line.size(), 2U) << example;
      EXPECT_EQ(line[0], "lockstep");
      EXPECT_EQ(line[1], command.name) << example;
      line.erase(line.begin());
      const Ran ran = run(line, "", parse_only());
      EXPECT_EQ(ran.exit, 0) << example << "\n" << ran.err;
      EXPECT_EQ(ran.err, "") << example;  // no note about an option without effect
      ++parsed;
    }
  }
  EXPECT_GE(parsed, all_commands().size());
}

TEST(ProgramTest, NestedHelpHasTheExampleToo) {
  const Ran ran = run({"report", "render", "--help"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("Example:"));
}

TEST(ProgramTest, HelpListsTheCommandsAndTheExitCodes) {
  const Ran ran = run({"--help"});
  EXPECT_EQ(ran.exit, 0);
  for (const Command& command : all_commands()) EXPECT_THAT(ran.out, HasSubstr(command.name));
  EXPECT_THAT(ran.out, HasSubstr("Example:"));
  EXPECT_THAT(ran.out, HasSubstr("6 stale expectation list"));
}

TEST(ProgramTest, TheReadmeListsExactlyTheCommands) {
  std::ifstream readme(LOCKSTEP_SOURCE_DIR "/cli/README.md");
  std::set<std::string> written;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("| `")) written.insert(line.substr(3, line.find('`', 3) - 3));
  }
  std::set<std::string> real;
  for (const Command& command : all_commands()) EXPECT_TRUE(real.insert(command.name).second) << command.name;
  EXPECT_FALSE(real.empty());
  EXPECT_EQ(written, real);
}

TEST(ProgramTest, Version) {
  const Ran ran = run({"--version"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, testing::MatchesRegex("lockstep [0-9.]+\n"));
}

TEST(ProgramTest, AnUnknownCommandExitsTwoWithAHint) {
  const Ran near = run({"repotr", "x"});
  EXPECT_EQ(near.exit, 2);
  EXPECT_EQ(near.err,
            "error[unknown_command]: 'repotr' is not a command\nhelp: did you mean 'lockstep report'?\n");
  EXPECT_EQ(near.out, "");
  const Ran far = run({"entirely-else"});
  EXPECT_EQ(far.exit, 2);
  EXPECT_THAT(far.err, HasSubstr("help: the commands are "));
  EXPECT_THAT(run({"bad\x1b[2J"}).err, HasSubstr("'bad\\x1b[2J' is not a command"));
}

TEST(ProgramTest, MistakesInTheOptionsExitTwoAndSayWhereHelpIs) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"--nonsense"},
      {"report"},
      {"report", "render"},
      {"report", "render", "x", "--format", "pdf"},
      {"report", "render", "x", "--nonsense"},
      {"probe", "--seed", "minus"},
      {"probe", "--seed", "-1"},
      {"probe", "--limit", "-1"},
      {"probe", "--seed", "18446744073709551616"},
      {"probe", "--shard", "0/2"},
      {"probe", "--shard", "3/2"},
      {"probe", "--shard", "1"},
      {"probe", "--shard", "1/2x"},
      {"probe", "--shard", "1/0"},
      {"probe", "extra"},
  };
  std::vector<Command> commands = all_commands();
  commands.push_back(probe([](Context&) { return ExitCode::pass; }));
  for (const std::vector<std::string>& arguments : wrong) {
    const Ran ran = run(arguments, "", commands);
    EXPECT_EQ(ran.exit, 2) << testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, StartsWith("error[usage]: ")) << testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, HasSubstr("help: 'lockstep")) << testing::PrintToString(arguments);
  }
}

TEST(ProgramTest, CommonOptionsReachTheCommand) {
  Common seen;
  std::vector<std::string> arguments;
  const Command command = probe(
      [&](Context& context) {
        seen = context.common;
        arguments = context.arguments;
        return ExitCode::unresolved;
      },
      {true, true, true, true, true});
  const Ran ran = run({"probe", "--json", "--seed", "18446744073709551615", "--limit", "7", "--shard", "2/3",
                       "--resume", "--report", "x.jsonl"},
                      "", {command});
  EXPECT_EQ(ran.exit, 5);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(seen.json);
  EXPECT_EQ(seen.seed, 18446744073709551615U);
  EXPECT_EQ(seen.limit, 7U);
  EXPECT_EQ(seen.shard.index, 2U);
  EXPECT_EQ(seen.shard.count, 3U);
  EXPECT_TRUE(seen.resume);
  EXPECT_EQ(seen.report, "x.jsonl");
  // --resume and --json do not change what is run, so the header must not hold them.
  EXPECT_EQ(arguments, (std::vector<std::string>{"--seed", "18446744073709551615", "--limit", "7", "--shard",
                                                 "2/3", "--report", "x.jsonl"}));
}

TEST(ProgramTest, ACommonOptionWithoutEffectIsToldNotSwallowed) {
  const Command command = probe([](Context&) { return ExitCode::pass; });
  const Ran ran = run({"probe", "--seed", "1", "--limit", "2", "--shard", "1/2", "--resume", "--report", "x"},
                      "", {command});
  EXPECT_EQ(ran.exit, 0);
  for (const char* option : {"--seed", "--limit", "--shard", "--resume", "--report"}) {
    EXPECT_THAT(ran.err, HasSubstr(std::string("note: ") + option + " has no effect on 'lockstep probe'\n"));
  }
}

TEST(ProgramTest, ShardsPartitionTheWork) {
  for (std::size_t i = 0; i < 100; ++i) {
    std::size_t owners = 0;
    for (std::size_t shard = 1; shard <= 7; ++shard) owners += Shard{shard, 7}.holds(i) ? 1 : 0;
    ASSERT_EQ(owners, 1U) << i;
  }
}

TEST(ProgramTest, AnExceptionOfACommandIsACodedErrorAndExitFour) {
  const Ran ran =
      run({"probe"}, "", {probe([](Context&) -> ExitCode { throw std::runtime_error("broken"); })});
  EXPECT_EQ(ran.exit, 4);
  EXPECT_THAT(ran.err, StartsWith("error[internal]: broken\n"));
  const Ran memory = run({"probe"}, "", {probe([](Context&) -> ExitCode { throw std::bad_alloc(); })});
  EXPECT_EQ(memory.exit, 4);
  EXPECT_THAT(memory.err, StartsWith("error[out_of_memory]: "));
}

}  // namespace
}  // namespace lockstep::cli
