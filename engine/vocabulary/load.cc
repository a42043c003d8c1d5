#include "lockstep/engine/vocabulary/load.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/file.h"
#include "lockstep/engine/vocabulary/gguf.h"
#include "lockstep/engine/vocabulary/piece.h"
#include "lockstep/engine/vocabulary/tiktoken.h"
#include "lockstep/engine/vocabulary/tokenizer_json.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kFirstRead = std::size_t{16} << 20U;

// A model file can have many gigabytes behind its metadata: read more only while the metadata goes on.
Result<Vocabulary> load_gguf(const std::string& path, FilePrefix prefix, const VocabularyOptions& options) {
  const std::size_t limit = options.limits.max_file_bytes;
  for (std::size_t size = prefix.bytes.size();;) {
    Result<Vocabulary> vocabulary = read_gguf(prefix.bytes, options, prefix.complete);
    if (vocabulary || vocabulary.error().code != "prefix_too_short") return vocabulary;
    if (size >= limit) {
      return Error{"oversized_file", "the metadata needs more than " + std::to_string(limit) + " bytes",
                   limit, ""};
    }
    size = size > limit / 2 ? limit : size * 2;
    Result<FilePrefix> more = read_file_prefix(path, size);
    if (!more) return more.error();
    prefix = std::move(*more);
  }
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

Result<VocabularyOptions> with_companions(const std::string& path, VocabularyOptions options) {
  if (!options.companions.empty()) return options;
  for (const char* name : {"tokenizer_config.json", "generation_config.json", "config.json"}) {
    const std::string beside = folder_of(path) + name;
    Result<std::string> text = read_file(beside, options.limits.max_file_bytes);
    if (text) {
      options.companions.push_back({beside, std::move(*text)});
    } else if (text.error().code != "file_unreadable") {
      return text.error();
    }
  }
  return options;
}

}  // namespace

VocabularyFormat sniff_vocabulary(std::string_view first_bytes) {
  if (first_bytes.substr(0, 4) == "GGUF") return VocabularyFormat::gguf;
  const std::size_t text = first_bytes.find_first_not_of(" \t\r\n");
  if (text == std::string_view::npos) return VocabularyFormat::unknown;
  if (first_bytes[text] == '{') return VocabularyFormat::tokenizer_json;
  const std::string_view line = first_bytes.substr(text, first_bytes.find('\n', text) - text);
  const std::size_t space = line.find(' ');
  if (space == 0 || space == std::string_view::npos || space + 1 >= line.size())
    return VocabularyFormat::unknown;
  const bool digit = line[space + 1] >= '0' && line[space + 1] <= '9';
  return digit && decode_base64(line.substr(0, space)) ? VocabularyFormat::tiktoken
                                                       : VocabularyFormat::unknown;
}

Result<Vocabulary> load_vocabulary(const std::string& path, const VocabularyOptions& options) {
  Result<FilePrefix> prefix = read_file_prefix(path, std::min(kFirstRead, options.limits.max_file_bytes));
  if (!prefix) return prefix.error();
  if (prefix->bytes.empty()) return Error{"truncated_file", path + " is empty", 0, ""};
  const VocabularyFormat format = sniff_vocabulary(prefix->bytes);
  if (format == VocabularyFormat::unknown) {
    return Error{"unknown_format", path + " is neither tiktoken text, nor a tokenizer.json, nor GGUF", 0, ""};
  }
  if (format == VocabularyFormat::gguf) return load_gguf(path, std::move(*prefix), options);
  if (!prefix->complete) {
    Result<std::string> whole = read_file(path, options.limits.max_file_bytes);
    if (!whole) return whole.error();
    prefix->bytes = std::move(*whole);
  }
  if (format == VocabularyFormat::tiktoken) return read_tiktoken(prefix->bytes, options);
  const Result<VocabularyOptions> completed = with_companions(path, options);
  if (!completed) return completed.error();
  return read_tokenizer_json(std::move(prefix->bytes), *completed);
}

}  // namespace lockstep::engine
