// The table of subjects by name. Each kind of subject is added by an explicit call; nothing registers itself.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct SubjectSettings {
  std::filesystem::path deps;  // the folder that `./run setup` filled
};

// Null on failure, with `error` saying what is missing ("not installed: ...") in a sentence for a person.
using SubjectFactory =
    std::function<std::unique_ptr<Subject>(const SubjectSettings& settings, std::string& error)>;

struct SubjectEntry {
  std::string name;      // what --subject takes
  std::string sentence;  // what it is, for --help
  SubjectFactory make;
};

// Thread rules: build it on one thread, then share it.
class SubjectTable {
 public:
  void add(SubjectEntry entry);  // a second entry of the same name ends the process: a bug of the caller
  const std::vector<SubjectEntry>& entries() const { return entries_; }
  const SubjectEntry* find(std::string_view name) const;
  // Null on failure: an unknown name (the error lists the known ones) or a factory that gave up.
  std::unique_ptr<Subject> make(std::string_view name, const SubjectSettings& settings,
                                std::string& error) const;

 private:
  std::vector<SubjectEntry> entries_;
};

// Every subject that this build knows: "oracle", then the external validators.
SubjectTable all_subjects();

}  // namespace lockstep::conformance
