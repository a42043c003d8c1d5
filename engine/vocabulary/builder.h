// Puts a vocabulary together and checks it. All readers end here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Use: add() every token in any order, then finish(). Thread rules: one thread.
//
// Error codes of add(): duplicate_id, too_many_tokens, oversized_token, oversized_vocabulary, bad_byte_token.
// Error codes of finish(): id_hole, empty_vocabulary, unknown_stop, bad_stop, missing_byte_coverage (the
// message names the bytes), logit_width_too_small, logit_width_too_large. The message names the id; a reader
// adds the place. Legal, and reported by find_anomalies(): equal bytes under two ids, text tokens without
// bytes.
class VocabularyBuilder {
 public:
  VocabularyBuilder(std::string format, const VocabularyOptions& options);

  std::optional<Error> add(TokenId id, std::string_view bytes, TokenKind kind);
  bool has(TokenId id) const;

  // What the file says; the caller's options win.
  void suggest_stop(TokenId id) { suggested_stops_.push_back(id); }
  void suggest_stop_name(std::string name) { suggested_names_.push_back(std::move(name)); }
  void suggest_logit_width(std::uint64_t width) { suggested_width_ = width; }

  Result<Vocabulary> finish();

 private:
  struct Entry {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint8_t kind = 0;
    bool present = false;
  };

  std::optional<Error> fill_holes();
  std::optional<Error> resolve_stops();
  std::optional<Error> add_stop_name(const std::string& wanted);
  std::optional<Error> check_bytes(const Vocabulary& vocabulary) const;
  std::optional<Error> choose_width();
  std::string_view bytes_of(const Entry& entry) const {
    return std::string_view(arena_).substr(entry.begin, entry.size);
  }

  std::string format_;
  const VocabularyOptions options_;
  std::string arena_;
  std::vector<Entry> entries_;
  std::vector<TokenId> suggested_stops_;
  std::vector<std::string> suggested_names_;
  std::optional<std::uint64_t> suggested_width_;
  std::vector<TokenId> stops_;
  std::uint32_t width_ = 0;
};

}  // namespace lockstep::engine
