// Random small schemas that use every keyword, for tests that know all texts.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lockstep::oracle {

class SchemaMaker {
 public:
  explicit SchemaMaker(std::uint64_t seed) : engine_(seed) {}

  // A schema object with definitions p, q, r, all of whose values are those of the schema `universe`.
  std::string document(const std::string& universe);

  static const std::vector<std::string>& keywords();
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool once_in(std::size_t count) { return below(count) == 0; }

 private:
  std::string schema(std::size_t depth, bool in_place);
  std::string object(std::size_t depth, bool in_place);
  std::string value_of(const std::string& keyword, std::size_t depth, bool in_place);
  std::string value_about_parts(const std::string& keyword, std::size_t depth, bool in_place);
  std::string schemas(std::size_t depth, bool in_place);
  std::string map_of_schemas(const std::vector<std::string>& names, std::size_t depth, bool in_place);
  std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

  std::mt19937_64 engine_;
};

}  // namespace lockstep::oracle
