// Files under a limit, positions, registries, names of dialects.
#include "lockstep/cli/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <istream>
#include <utility>

#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/oracle/schema/metaschemas.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

bool read_some(std::istream& in, std::size_t limit, std::string& out) {
  std::array<char, 65536> buffer{};
  while (out.size() <= limit && in) {
    const std::size_t want = std::min(buffer.size(), limit + 1 - out.size());
    in.read(buffer.data(), static_cast<std::streamsize>(want));
    out.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
  }
  return !in.bad();
}

CodedError cannot_open(const std::string& path) {
  return {"cannot_open", "cannot read the file", path, "name a readable file, or - for standard input"};
}

// Adds the files below one folder; the folder's order does not matter, the registry is sorted by URI.
std::optional<CodedError> add_folder(const std::string& spec, conformance::Registry& registry,
                                     std::size_t& bytes) {
  const std::size_t equals = spec.rfind('=');
  if (equals == std::string::npos || equals == 0 || spec.find(':', equals) == std::string::npos) {
    return CodedError{"bad_registry", "--registry takes DIR=URI with an absolute URI, got '" + spec + "'", "",
                      "for example --registry remotes=http://localhost:1234"};
  }
  const fs::path folder = spec.substr(0, equals);
  std::string base = spec.substr(equals + 1);
  if (!base.ends_with('/')) base += '/';
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) return cannot_open(folder.string());
  for (fs::recursive_directory_iterator one(folder, failure), end; one != end; one.increment(failure)) {
    if (failure) return cannot_open(folder.string());
    if (!one->is_regular_file()) continue;
    std::ifstream none;
    auto text = read_bounded(one->path().string(), none, kLongestText);
    if (auto* error = std::get_if<CodedError>(&text)) return std::move(*error);
    bytes += std::get<std::string>(text).size();
    if (bytes > kLargestRegistry) {
      return CodedError{"text_too_large",
                        fmt::format("the registries hold more than {} bytes", kLargestRegistry),
                        folder.string(), "name smaller folders"};
    }
    const std::string uri = base + one->path().lexically_relative(folder).generic_string();
    if (!registry.emplace(uri, std::move(std::get<std::string>(text))).second) {
      return CodedError{"duplicate_uri", "two documents have the URI " + uri, one->path().string(),
                        "give each folder a URI of its own"};
    }
  }
  if (failure) return cannot_open(folder.string());
  return std::nullopt;
}

}  // namespace

std::variant<std::string, CodedError> read_bounded(const std::string& path, std::istream& standard_input,
                                                   std::size_t limit) {
  std::string text;
  bool read = false;
  if (path == "-") {
    read = read_some(standard_input, limit, text);
  } else {
    std::error_code failure;
    if (fs::is_directory(path, failure)) return cannot_open(path);
    std::ifstream in(path, std::ios::binary);
    read = in && read_some(in, limit, text);
  }
  if (!read) return cannot_open(path);
  if (text.size() > limit) {
    return CodedError{"text_too_large", fmt::format("the text is longer than {} bytes", limit), path,
                      "Lockstep judges texts up to that length"};
  }
  return text;
}

std::string location(const std::string& name, std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1;
  return fmt::format("{}:{}:{} (byte {})", name, line, column, offset);
}

std::variant<std::shared_ptr<const conformance::Registry>, CodedError> load_registry(
    const std::vector<std::string>& folders) {
  auto registry = std::make_shared<conformance::Registry>();
  std::size_t bytes = 0;
  for (const std::string& spec : folders) {
    if (std::optional<CodedError> error = add_folder(spec, *registry, bytes)) return std::move(*error);
  }
  for (const char* name :
       {"schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data",
        "meta/format-annotation", "meta/format-assertion", "meta/content"}) {
    const std::string uri = fmt::format("https://json-schema.org/draft/2020-12/{}", name);
    registry->try_emplace(uri, oracle::official_metaschema(uri));
  }
  return registry;
}

void add_registry_option(Arguments& app, std::vector<std::string>& folders) {
  app.option("--registry", folders, "Documents below DIR as URI/path, for $ref; may be repeated")
      .type_name("DIR=URI")
      .one_value_each();
}

std::optional<std::string> dialect_uri(std::string_view draft) {
  if (draft.find("://") != std::string_view::npos) return std::string(draft);
  if (draft.starts_with("draft")) draft.remove_prefix(5);
  if (draft.starts_with("-0")) draft.remove_prefix(2);
  if (draft == "3") return "http://json-schema.org/draft-03/schema#";
  std::string uri = conformance::dialect_of(draft);
  if (!uri.empty()) return uri;
  return std::nullopt;
}

}  // namespace lockstep::cli
