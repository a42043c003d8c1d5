// One question with its known answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::quality {

enum class FieldType { text, integer, choice };

// Thread rules: plain values.
struct Field {
  std::string name{};
  FieldType type = FieldType::text;
  std::vector<std::string> choices{};  // of a choice
  std::optional<std::string>
      value{};  // the gold answer as a person writes it; none: the document does not say
};

struct Item {
  std::string id{};       // unique in a run: "extraction-0007"
  std::string kind{};     // "extraction"
  std::string cluster{};  // the template it was made from: items of one cluster are not independent
  std::size_t difficulty = 0;
  std::string document{};  // what the question is about
  std::string schema{};    // text; the gold answer is in its language
  std::vector<Field> fields{};
  std::string gold{};                // as JSON text
  std::vector<std::string> wrong{};  // JSON texts that are valid and must be scored wrong
};

// The gold answer as one compact JSON object, and as the answer line's value: `a | b | c`, `-` for what is
// absent.
std::string gold_json(const std::vector<Field>& fields);
std::string gold_line(const std::vector<Field>& fields);

// SHA-256 over every field, in order.
std::string digest_of(const Item& item);

}  // namespace lockstep::quality
