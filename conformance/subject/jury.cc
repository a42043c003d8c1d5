#include "lockstep/conformance/subject/jury.h"

#include <utility>

#include "lockstep/conformance/external/external_subjects.h"

namespace lockstep::conformance {

class Jury::Juror final : public Subject {
 public:
  explicit Juror(std::unique_ptr<Subject> subject) : subject_(std::move(subject)) {}

  std::string name() const override { return subject_->name(); }
  std::string version() const override { return subject_->version(); }
  Capabilities capabilities() const override { return subject_->capabilities(); }

  ValidateReply validate(const ValidateRequest& request) override {
    if (!tried_) problem_ = smoke_test(*subject_);
    tried_ = true;
    if (problem_.empty()) return subject_->validate(request);
    ValidateReply none;
    none.compile.outcome = Compile::refused;
    none.compile.code = "unfit";
    none.compile.message = problem_;
    return none;
  }

  const std::string& problem() const { return problem_; }

 private:
  std::unique_ptr<Subject> subject_;
  bool tried_ = false;
  std::string problem_;
};

std::vector<std::string> default_jurors() { return {"sourcemeta", "hyperjump"}; }

std::vector<std::unique_ptr<Subject>> make_jurors(const SubjectSettings& settings,
                                                  std::vector<std::string>& missing) {
  const SubjectTable table = all_subjects();
  std::vector<std::unique_ptr<Subject>> all;
  for (const std::string& name : default_jurors()) {
    std::string error;
    std::unique_ptr<Subject> subject = table.make(name, settings, error);
    if (subject) {
      all.push_back(std::move(subject));
    } else {
      missing.push_back(error);
    }
  }
  return all;
}

Jury::Jury(const SubjectTable& table, const SubjectSettings& settings, const std::vector<std::string>& names,
           const std::map<std::string, std::string>& without) {
  for (const std::string& name : names) {
    if (const auto left_out = without.find(name); left_out != without.end()) {
      absent_.insert(*left_out);
      continue;
    }
    std::string error;
    std::unique_ptr<Subject> subject = table.make(name, settings, error);
    if (subject) {
      jurors_.push_back(std::make_unique<Juror>(std::move(subject)));
    } else {
      absent_[name] = error;
      ++missing_;
    }
  }
}

Jury::~Jury() = default;

std::vector<Subject*> Jury::voters() const {
  std::vector<Subject*> all;
  for (const auto& juror : jurors_) all.push_back(juror.get());
  return all;
}

std::map<std::string, std::string> Jury::unfit() const {
  std::map<std::string, std::string> found;
  for (const auto& juror : jurors_) {
    if (!juror->problem().empty()) found[juror->name()] = juror->problem();
  }
  return found;
}

}  // namespace lockstep::conformance
