// What commands read: files under a limit, positions in them, folders of documents for `$ref`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/cli/arguments.h"
#include "lockstep/cli/command.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::cli {

// Longest schema or instance text: the oracle's own limit.
inline constexpr std::size_t kLongestText = std::size_t{16} << 20U;
// All documents of all --registry folders together.
inline constexpr std::size_t kLargestRegistry = std::size_t{256} << 20U;

// The bytes of a file, of standard input for "-". Never reads more than `limit` + 1 bytes. Codes:
// cannot_open, text_too_large.
std::variant<std::string, CodedError> read_bounded(const std::string& path, std::istream& standard_input,
                                                   std::size_t limit);

// "name:line:column (byte offset)"; line and column from 1, column in bytes.
std::string location(const std::string& name, std::string_view text, std::size_t offset);

// One "DIR=URI" each: every file below DIR under URI/<path below DIR>; and the official metaschemas of
// 2020-12 under their own identifiers, so that every subject finds them without the network. Codes:
// bad_registry, duplicate_uri, cannot_open, text_too_large.
std::variant<std::shared_ptr<const conformance::Registry>, CodedError> load_registry(
    const std::vector<std::string>& folders);

// --registry, which load_registry() reads. `folders` must live until the command has run.
void add_registry_option(Arguments& app, std::vector<std::string>& folders);

// "2020-12", "2019-09", "7", "6", "4", "3", each also as "draft7" or "draft2020-12", or an absolute URI.
// nullopt: none of these.
std::optional<std::string> dialect_uri(std::string_view draft);

}  // namespace lockstep::cli
