// Which keywords are inserted, and values for them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/generate/json_tree.h"

namespace lockstep::conformance {

enum class InsertionEffect : std::uint8_t {
  asserts,    // it must be refused by name, or change verdicts
  annotates,  // it must change nothing, and be listed
};

struct InsertedKeyword {
  std::string id;  // "minimum", "format/date", "format asserted/date": unique
  std::string keyword;
  InsertionEffect effect = InsertionEffect::asserts;
  std::string type;                                   // of the values that it speaks of; empty: all
  std::function<Tree(Choices&)> value;                // empty: it needs a base of its own (structural.cc)
  std::function<void(Tree&, Choices&)> neighbours{};  // without which it says nothing; may be empty
  bool assert_formats = false;
};

// All of draft 2020-12, each format twice (annotation and assertion), keywords of older drafts, an unknown
// one. In a fixed order.
const std::vector<InsertedKeyword>& inserted_keywords();

// A small schema of its own: no references.
Tree small_schema(Choices& choices);

}  // namespace lockstep::conformance
