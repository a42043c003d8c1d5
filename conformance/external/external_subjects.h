// The external validators as subjects. Each lives in processes of its own, is found below the folder of
// fetched packages, and takes name and version from its package.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

// Each returns null when the validator is not installed, with `error` = "not installed: ..." saying what is
// missing and what installs it. Not installed is never a pass: callers count and print it. `deps` is the
// folder that `./run setup` filled. Nothing is started before the first request.
std::unique_ptr<Subject> make_sourcemeta(const std::filesystem::path& deps, std::string& error);
std::unique_ptr<Subject> make_hyperjump(const std::filesystem::path& deps, std::string& error);
std::unique_ptr<Subject> make_python_jsonschema(const std::filesystem::path& deps, std::string& error);
std::unique_ptr<Subject> make_valijson(const std::filesystem::path& deps,
                                       std::string& error);  // draft 7 only

// Judges one schema's true and false instance. "" when both are right, else what went wrong. Called before a
// validator is used: one that answers everything alike must not vote.
std::string smoke_test(Subject& subject);

}  // namespace lockstep::conformance
