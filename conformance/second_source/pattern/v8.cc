// Files in a temporary folder of this process, one run of Node.
#include "v8.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace lockstep::conformance {

std::string run_node(const std::string& script, const std::string& input) {
  std::string name = (std::filesystem::temp_directory_path() / "lockstep_v8_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const std::filesystem::path folder = name;
  std::ofstream(folder / "in", std::ios::binary) << input;
  const std::string command = std::string("'") + LOCKSTEP_NODE + "' '" + LOCKSTEP_SOURCE_DIR +
                              "/conformance/second_source/pattern/" + script + "' '" +
                              (folder / "in").string() + "' '" + (folder / "out").string() + "'";
  const int status = std::system(command.c_str());
  std::ifstream file(folder / "out", std::ios::binary);
  std::string output{std::istreambuf_iterator<char>(file), {}};
  file.close();
  std::filesystem::remove_all(folder);
  if (status != 0) throw std::runtime_error(command + " ended with " + std::to_string(status));
  return output;
}

std::vector<V8Answer> ask_v8(const std::vector<V8Question>& questions) {
  std::string input;
  for (const V8Question& question : questions) {
    input += nlohmann::json{{"pattern", question.pattern}, {"subjects", question.subjects}}.dump() + "\n";
  }
  std::istringstream output(run_node("v8_regexp.mjs", input));
  std::vector<V8Answer> answers;
  for (std::string line; std::getline(output, line);) {
    const auto json = nlohmann::json::parse(line);
    answers.push_back({json.at("mode").get<std::string>().at(0), json.at("message_u"), json.at("message_n"),
                       json.at("answers"), json.at("by_code_point")});
    const std::size_t expected =
        answers.back().mode == 'e' ? 0 : questions.at(answers.size() - 1).subjects.size();
    if (answers.back().answers.size() != expected) throw std::runtime_error("V8 left out a subject");
  }
  if (answers.size() != questions.size()) throw std::runtime_error("V8 left out a pattern");
  return answers;
}

}  // namespace lockstep::conformance
