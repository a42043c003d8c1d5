// The table of keywords: which vocabulary owns a keyword, what its value looks like, which function judges
// it. A keyword is added by one line in the table of its vocabulary's file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {

class Evaluation;
struct Frame;
struct Keyword;

// conformance/spec/drafts.md, in order.
enum class Draft : std::uint8_t { draft4, draft6, draft7, draft2019, draft2020 };

struct Dialect;

// Bits, as a dialect is a set of vocabularies (Core 8.1.2). Format has two vocabularies with one keyword.
enum Vocabulary : unsigned {
  kCore = 1,
  kApplicator = 2,
  kUnevaluated = 4,
  kValidation = 8,
  kMetaData = 16,
  kFormatAnnotation = 32,
  kFormatAssertion = 64,
  kContent = 128,
};
inline constexpr unsigned kEveryVocabulary = 255;

// What the specification demands of a keyword's value. The last five tell where subschemas are.
enum class ValueShape : std::uint8_t {
  any,
  boolean,
  string,
  number,
  positive_number,
  count,  // a non-negative integer, 2.0 included
  array,
  boolean_map,  // object of booleans
  strings,      // array of unique strings
  strings_map,  // object of those
  type_names,   // one of the seven names, or a non-empty array of different ones
  schema,
  schema_array,  // non-empty
  schema_map,
  schema_or_array,  // `items` up to 2019-09
  dependencies,     // object of subschemas and of arrays of unique strings
};

// When a keyword is judged within its schema object: applicators after plain assertions (they cost more),
// unevaluated* last, as they need the annotations of all others (Core 11).
enum class Stage : std::uint8_t { assertion, applicator, unevaluated };

// nullptr: the keyword asserts nothing by itself (identifiers, annotations, and those that a neighbour
// reads).
using KeywordFunction = Answer (*)(Evaluation&, Frame&, const Keyword&);

struct Rule {
  std::string_view name;
  unsigned vocabularies = 0;  // any of these
  ValueShape shape = ValueShape::any;
  Stage stage = Stage::assertion;
  KeywordFunction judge = nullptr;
  Draft first = Draft::draft4;  // the drafts that have it, drafts.md 2
  Draft last = Draft::draft2020;
};

// One table a file.
std::span<const Rule> core_rules();
std::span<const Rule> applicator_rules();
std::span<const Rule> unevaluated_rules();
std::span<const Rule> validation_rules();
std::span<const Rule> format_rules();
std::span<const Rule> content_rules();
std::span<const Rule> meta_data_rules();
std::span<const Rule> older_rules();

// nullptr for a keyword that the dialect has not.
const Rule* find_rule(std::string_view name, const Dialect& dialect);

// The rule that a keyword of that name has in 2020-12: what evaluation and prefixes know (older_drafts.cc).
const Rule& current_rule(std::string_view name);

// nullptr when the value has the shape (of subschemas only the kind is looked at), else the part at fault.
const JsonValue* shape_fault(ValueShape shape, const JsonValue& value);

}  // namespace lockstep::oracle
