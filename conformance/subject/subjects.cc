#include "lockstep/conformance/subject/subjects.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

#include "lockstep/conformance/external/external_subjects.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/oracle_subject.h"

namespace lockstep::conformance {

void SubjectTable::add(SubjectEntry entry) {
  if (find(entry.name) != nullptr) {
    fmt::print(stderr, "subject table: two entries are called {}\n", entry.name);
    std::abort();
  }
  entries_.push_back(std::move(entry));
}

const SubjectEntry* SubjectTable::find(std::string_view name) const {
  for (const SubjectEntry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::unique_ptr<Subject> SubjectTable::make(std::string_view name, const SubjectSettings& settings,
                                            std::string& error) const {
  if (const SubjectEntry* entry = find(name)) return entry->make(settings, error);
  error = fmt::format("no subject is called '{}'; there are:", name);
  for (const SubjectEntry& entry : entries_) error += " " + entry.name;
  return nullptr;
}

SubjectTable all_subjects() {
  SubjectTable table;
  table.add({"oracle", "the slow reference of this project, by whole documents",
             [](const SubjectSettings&, std::string&) { return make_oracle_subject(); }});
  table.add({"engine", "the built-in engine, through its masks",
             [](const SubjectSettings&, std::string&) { return make_engine_subject(); }});
  table.add({"sourcemeta", "the native jsonschema program of sourcemeta, by whole documents",
             [](const SubjectSettings& settings, std::string& error) {
               return make_sourcemeta(settings.deps, error);
             }});
  table.add({"hyperjump", "@hyperjump/json-schema in Node, by whole documents",
             [](const SubjectSettings& settings, std::string& error) {
               return make_hyperjump(settings.deps, error);
             }});
  table.add({"python-jsonschema", "jsonschema of PyPI, by whole documents",
             [](const SubjectSettings& settings, std::string& error) {
               return make_python_jsonschema(settings.deps, error);
             }});
  table.add({"valijson", "valijson of Debian on draft 7, by whole documents; never decides a verdict",
             [](const SubjectSettings& settings, std::string& error) {
               return make_valijson(settings.deps, error);
             }});
  return table;
}

}  // namespace lockstep::conformance
