#include "lockstep/conformance/external/python_spellings.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kMemory = std::size_t{1} << 30U;

// The words of the child; python_failed where they are not as agreed.
Spelled read_spelled(const nlohmann::json& said, const std::vector<std::string>& ways) {
  Spelled spelled;
  if (const auto none = said.find("none"); none != said.end() && none->is_string()) {
    spelled.none = none->get<std::string>();
    return spelled;
  }
  const auto texts = said.find("spellings");
  if (texts == said.end() || !texts->is_array() || texts->size() != ways.size()) return {{}, "python_failed"};
  for (std::size_t i = 0; i < ways.size(); ++i)
    spelled.spellings.push_back({(*texts)[i].get<std::string>(), ways[i]});
  return spelled;
}

}  // namespace

PythonSpeller::PythonSpeller(Command command, std::vector<std::string> ways)
    : child_(std::move(command)), ways_(std::move(ways)) {}

std::unique_ptr<PythonSpeller> PythonSpeller::make(const std::filesystem::path& deps, std::string& error) {
  const std::filesystem::path python = std::filesystem::absolute(deps) / "python/bin/python";
  const std::filesystem::path script = std::filesystem::path(LOCKSTEP_EXTERNAL_DIR) / "python_spellings.py";
  Command command;
  command.argv = {python.string(), script.string()};
  command.memory_bytes = kMemory;
  JsonLinesChild child(command);
  const Asked asked = child.ask({{"op", "ways"}});
  const auto ways = asked.reply.find("ways");
  if (asked.end != AskEnd::answered || ways == asked.reply.end()) {
    error = "not installed: " + python.string() + " does not answer (" + asked.message +
            "); './run setup' installs it";
    return nullptr;
  }
  return std::unique_ptr<PythonSpeller>(
      new PythonSpeller(std::move(command), ways->get<std::vector<std::string>>()));
}

std::vector<Spelled> PythonSpeller::spell(const std::vector<std::string>& texts) {
  std::vector<Spelled> all(texts.size());
  std::vector<std::string> asked_texts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all[i].none = "not_utf8";
    if (!engine::is_valid_utf8(texts[i])) continue;
    asked_texts.push_back(texts[i]);
    places.push_back(i);
  }
  if (places.empty()) return all;
  const Asked asked = child_.ask({{"op", "spell"}, {"texts", asked_texts}});
  const auto spelled = asked.reply.find("spelled");
  const bool whole = asked.end == AskEnd::answered && spelled != asked.reply.end() && spelled->is_array() &&
                     spelled->size() == places.size();
  for (std::size_t i = 0; i < places.size(); ++i)
    all[places[i]] = whole ? read_spelled((*spelled)[i], ways_) : Spelled{{}, "python_failed"};
  return all;
}

}  // namespace lockstep::conformance
