// One planted fault put to the checks: what was declared about it, and what the checks found.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"

namespace lockstep::conformance {

enum class PlantedKind {
  validator,  // judges whole documents
  engine,     // writes masks
  pair,       // engine and oracle with the same misreading
};
std::string_view name(PlantedKind kind);

// One check and one verdict, and how often.
struct Sighting {
  std::string check;
  Verdict verdict = Verdict::agree;
  std::size_t times = 0;   // found; one case may hold several
  std::size_t needed = 0;  // cases judged up to and with the first of them
  std::string first;       // its id
};

struct Trial {
  PlantedKind kind = PlantedKind::validator;
  std::string name;
  std::string sentence;              // what such a subject believes or does
  std::string check;                 // declared: this one must convict; empty: any may
  Verdict verdict = Verdict::agree;  // declared, where a check is: with this verdict and no other
  std::vector<Sighting> found{};     // sorted by check, then by verdict
  std::size_t cases = 0;             // judged
  std::size_t compared = 0;          // pairs: answers of engine and oracle compared, all equal
  std::size_t prefixes = 0;          // pairs: prefixes with every next byte and the mask compared, all equal
  std::string problem{};             // why it is not convicted as declared; empty where it is

  std::string id() const;  // "engine/stops_early"
  bool convicted() const { return problem.empty(); }
  // The conviction as declared; where any check may convict, the one found most often. Null if none.
  const Sighting* conviction() const;
  // Counts one finding; `at` is how many cases were judged by then.
  void see(std::string_view check, Verdict verdict, std::size_t at, std::string_view id);
  // Sets `problem` from the sightings, unless there is one: escaped, or found by another check or verdict
  // only.
  void conclude();
};

// A check that a planted fault can meet.
struct Check {
  std::string name;
  std::string sentence;
};

// Every check of the self-test, sorted by name.
const std::vector<Check>& all_checks();

// Of all_checks(), those that saw nothing in any trial; and those seen that it does not list.
std::vector<std::string> idle_checks(const std::vector<Trial>& trials);
std::vector<std::string> unlisted_checks(const std::vector<Trial>& trials);

// The failing verdicts that no planted engine or pair was convicted of, as declared.
std::vector<Verdict> missing_verdicts(const std::vector<Trial>& trials);

}  // namespace lockstep::conformance
