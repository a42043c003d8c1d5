// The independent validators that vote, each tried before it is believed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/subject/subjects.h"

namespace lockstep::conformance {

// The names of two validators that share no code with each other nor with this project: sourcemeta,
// hyperjump.
std::vector<std::string> default_jurors();

// Those of them that are installed, untried, for a bulk audit, which tries each on its own thread. One that
// is not installed is named in `missing`: callers say so, and with none left an audit must not pass.
std::vector<std::unique_ptr<Subject>> make_jurors(const SubjectSettings& settings,
                                                  std::vector<std::string>& missing);

// Thread rules: one thread at a time.
class Jury {
 public:
  // Takes the named subjects of the table except `without` (name -> why). One that is not installed is left
  // out and told in absent().
  Jury(const SubjectTable& table, const SubjectSettings& settings, const std::vector<std::string>& names,
       const std::map<std::string, std::string>& without);
  ~Jury();
  Jury(const Jury&) = delete;
  Jury& operator=(const Jury&) = delete;

  // Each judges one true and one false instance at its first request; a juror that gets these wrong never
  // votes.
  std::vector<Subject*> voters() const;

  const std::map<std::string, std::string>& absent() const { return absent_; }  // name -> why
  bool complete() const { return missing_ == 0; }                               // nobody was missing unasked
  std::map<std::string, std::string> unfit() const;                             // name -> what it got wrong

 private:
  class Juror;
  std::vector<std::unique_ptr<Juror>> jurors_;
  std::map<std::string, std::string> absent_;
  std::size_t missing_ = 0;
};

}  // namespace lockstep::conformance
