// The options of a command line. What parses them, CLI11, is dear to compile and is seen by arguments.cc and
// program.cc alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace lockstep::cli {

// One option as it is being declared; each call says one thing more about it.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  Argument& one_of(const std::vector<std::string>& values);
  Argument& between(std::int64_t least, std::int64_t most);
  Argument& positive();
  Argument& existing_file();
  // What is wrong with a value, or nothing.
  Argument& check(const std::function<std::string(const std::string&)>& fault);
  Argument& type_name(const std::string& name);
  Argument& group(const std::string& name);
  Argument& shows_default();
  // May be repeated, and takes one value each time.
  Argument& one_value_each();
  Argument& excludes(const std::string& other);
  Argument& required();

 private:
  CLI::Option* option_;  // lives as long as the parser
};

// The options of one command. Copies are the same command.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(&app) {}

  // A name without dashes is a place. `out` must live until the command has run, and holds the default. For
  // std::string, std::size_t, std::uint32_t, std::optional and std::vector of them, as far as arguments.cc
  // instantiates.
  template <typename T>
  Argument option(const std::string& name, T& out, const std::string& help);
  // Read by the caller; what it returns is what is wrong, or nothing.
  Argument read_by(const std::string& name, const std::function<std::string(const std::string&)>& read,
                   const std::string& help);
  Argument flag(const std::string& name, bool& out, const std::string& help);
  // A word that must follow the command's name: `lockstep quality run`.
  Arguments only_part(const std::string& name, const std::string& help);

 private:
  CLI::App* app_;
};

}  // namespace lockstep::cli
