// Which tokens of a vocabulary may come next, one question a token: the mask in the oracle's words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::oracle {

enum class TokenRole : unsigned char {
  text,   // appends its bytes (normal and byte tokens)
  stop,   // ends the text; its bytes do not count
  other,  // control, special, unused: never set
};

struct FilterToken {
  std::string bytes;
  TokenRole role = TokenRole::text;
};

// By id. A text token with bytes: viable(prefix + bytes); without bytes: no. A stop token: complete(prefix).
// Others: no. A token that extends bytes already found dead is not asked, nothing else is saved; and a byte
// string is asked once for all ids that have it. Cost: one question for each other token. Thread rules: a
// pure function.
std::vector<Answer> filter_tokens(const PrefixOracle& oracle, std::string_view prefix,
                                  const std::vector<FilterToken>& vocabulary,
                                  const PrefixLimits& limits = {});

}  // namespace lockstep::oracle
