// Every number text of at most five bytes, asked of a language and judged by a sample of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_texts_test.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine::number_texts {

// A prefix must be viable exactly when one of those texts goes on from it, under a limit of bytes and a way
// of spelling. `sample` has contains(node) and language(); describe(sample) says what it is. Returns the
// comparisons made.
template <typename Sample>
std::size_t compare_all(const Sample& sample, Numbers numbers, std::size_t limit) {
  const std::vector<Node>& nodes = all_texts();
  std::vector<bool> member(nodes.size()), viable(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node& node = nodes[i];
    member[i] = node.text.size() <= limit && (numbers != Numbers::canonical || node.is_canonical) &&
                sample.contains(node);
    viable[i] = viable[i] || member[i];
    if (viable[i] && node.parent >= 0) viable[static_cast<std::size_t>(node.parent)] = true;
  }
  Policy policy;
  policy.numbers = numbers;
  policy.number_bytes = static_cast<std::uint32_t>(limit);
  const NumberLanguage language = sample.language();
  const NumberSpellings spellings(language, policy);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string& text = nodes[i].text;
    if (text.size() > limit + 1) continue;
    compared += 2;
    const bool says_viable = spellings.viable(text);
    EXPECT_EQ(says_viable, viable[i]) << text << " limit " << limit << " in " << describe(sample);
    EXPECT_EQ(spellings.complete(text), member[i])
        << text << " limit " << limit << " in " << describe(sample);
    if (says_viable) {
      const std::string whole = text + spellings.finish(text);
      EXPECT_TRUE(spellings.complete(whole)) << text << " -> " << whole << " in " << describe(sample);
    }
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

}  // namespace lockstep::engine::number_texts
