#include "lockstep/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>

namespace lockstep::cli {

Argument& Argument::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Argument& Argument::between(std::int64_t least, std::int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Argument& Argument::existing_file() {
  option_->check(CLI::ExistingFile);
  return *this;
}

Argument& Argument::check(const std::function<std::string(const std::string&)>& fault) {
  option_->check(fault);
  return *this;
}

Argument& Argument::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Argument& Argument::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Argument& Argument::shows_default() {
  option_->capture_default_str();
  return *this;
}

Argument& Argument::one_value_each() {
  option_->allow_extra_args(false);
  return *this;
}

Argument& Argument::excludes(const std::string& other) {
  option_->excludes(other);
  return *this;
}

Argument& Argument::required() {
  option_->required();
  return *this;
}

template <typename T>
Argument Arguments::option(const std::string& name, T& out, const std::string& help) {
  return Argument(app_->add_option(name, out, help));
}
template Argument Arguments::option(const std::string&, std::string&, const std::string&);
template Argument Arguments::option(const std::string&, std::size_t&, const std::string&);
template Argument Arguments::option(const std::string&, std::uint32_t&, const std::string&);
template Argument Arguments::option(const std::string&, std::optional<std::string>&, const std::string&);
template Argument Arguments::option(const std::string&, std::optional<std::uint32_t>&, const std::string&);
template Argument Arguments::option(const std::string&, std::optional<std::size_t>&, const std::string&);
template Argument Arguments::option(const std::string&, std::vector<std::string>&, const std::string&);
template Argument Arguments::option(const std::string&, std::vector<std::uint32_t>&, const std::string&);

Argument Arguments::read_by(const std::string& name,
                            const std::function<std::string(const std::string&)>& read,
                            const std::string& help) {
  const auto take = [name, read](const std::string& text) {
    if (const std::string fault = read(text); !fault.empty()) throw CLI::ValidationError(name, fault);
  };
  return Argument(app_->add_option_function<std::string>(name, take, help));
}

Argument Arguments::flag(const std::string& name, bool& out, const std::string& help) {
  return Argument(app_->add_flag(name, out, help));
}

Arguments Arguments::only_part(const std::string& name, const std::string& help) {
  app_->require_subcommand(1);
  app_->fallthrough();
  return Arguments(*app_->add_subcommand(name, help));
}

}  // namespace lockstep::cli
