// Generated values, spelled at random, are read back as they were; damaged texts never crash the reader.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/engine/json/parser.h"

namespace lockstep::engine::json {
namespace {

// Draws from a list of generated numbers, then zeros, so that RapidCheck shrinks by shortening the list.
class Choices {
 public:
  explicit Choices(const std::vector<std::uint32_t>& values) : values_(values) {}
  std::uint32_t below(std::uint32_t bound) { return at_ < values_.size() ? values_[at_++] % bound : 0; }

 private:
  const std::vector<std::uint32_t>& values_;
  std::size_t at_ = 0;
};

struct Model {
  Kind kind = Kind::null;
  std::string text;  // number: spelling; string: decoded; boolean: word
  std::vector<std::string> names;
  std::vector<Model> children;
};

const std::vector<std::string> kCharacters = {"a",
                                              "\"",
                                              "\\",
                                              "/",
                                              "\n",
                                              std::string(1, '\0'),
                                              "\x1F",
                                              "\x7F",
                                              "\xC3\xA9",
                                              "\xE2\x82\xAC",
                                              "\xEF\xBF\xBF",
                                              "\xF0\x9F\x98\x80"};
const std::vector<std::string> kEscapes = {"\\u0061", "\\\"",    "\\\\",    "\\/",
                                           "\\n",     "\\u0000", "\\u001F", "\\u007f",
                                           "\\u00e9", "\\u20AC", "\\uFFFF", "\\uD83d\\uDe00"};
const std::vector<std::string> kNumbers = {"0",    "-0",     "1",     "-17",
                                           "1.50", "0.0e-7", "1E400", "123456789012345678901234567890"};

// Which characters must be escaped in JSON.
bool must_escape(const std::string& c) {
  return c == "\"" || c == "\\" || static_cast<unsigned char>(c[0]) < 0x20;
}

std::string spell_string(const std::string& name_prefix, Choices& choices, std::string& decoded) {
  std::string text = "\"" + name_prefix;
  decoded = name_prefix;
  for (std::uint32_t n = choices.below(6); n > 0; --n) {
    const std::uint32_t which = choices.below(static_cast<std::uint32_t>(kCharacters.size()));
    decoded += kCharacters[which];
    text += must_escape(kCharacters[which]) || choices.below(2) == 1 ? kEscapes[which] : kCharacters[which];
  }
  return text + "\"";
}

std::string space(Choices& choices) { return std::string(choices.below(3), " \t\r\n"[choices.below(4)]); }

constexpr int kDepth = 5;

std::string spell(Choices& choices, int depth, Model& model) {
  // The root is an array or an object, so that there is something to compare.
  model.kind = static_cast<Kind>(depth == kDepth ? 4 + choices.below(2) : choices.below(depth > 0 ? 6 : 4));
  std::string text;
  switch (model.kind) {
    case Kind::null:
      text = "null";
      break;
    case Kind::boolean:
      text = model.text = choices.below(2) == 0 ? "true" : "false";
      break;
    case Kind::number:
      text = model.text = kNumbers[choices.below(static_cast<std::uint32_t>(kNumbers.size()))];
      break;
    case Kind::string:
      text = spell_string("", choices, model.text);
      break;
    case Kind::array:
    case Kind::object: {
      const bool object = model.kind == Kind::object;
      // Sometimes above kSortedFrom, at the root in a third of all texts.
      const std::uint32_t one_in = depth == kDepth ? 3 : 20;
      const std::uint32_t count = choices.below(one_in) == 1 ? 40 : choices.below(5);
      text = object ? "{" : "[";
      for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0) text += ",";
        text += space(choices);
        if (object) {
          std::string name;
          text += spell_string("n" + std::to_string(i) + "_", choices, name) + space(choices) + ":";
          model.names.push_back(name);
        }
        Model child;
        text += spell(choices, depth - 1, child);
        model.children.push_back(child);
      }
      text += object ? "}" : "]";
      break;
    }
  }
  return space(choices) + text + space(choices);
}

void expect_same(const Model& model, const Document& document, const Value& value, std::size_t& compared) {
  ++compared;
  RC_ASSERT(value.kind() == model.kind);
  RC_ASSERT(document.resolve(document.pointer(value)) == value);
  switch (model.kind) {
    case Kind::null:
      RC_ASSERT(value.raw() == "null");
      break;
    case Kind::boolean:
      RC_ASSERT(value.boolean() == (model.text == "true"));
      break;
    case Kind::number:
      RC_ASSERT(value.number() == model.text);
      break;
    case Kind::string:
      RC_ASSERT(value.string() == model.text);
      break;
    case Kind::array: {
      RC_ASSERT(value.size() == model.children.size());
      std::size_t i = 0;
      for (const Value element : value.elements())
        expect_same(model.children.at(i++), document, element, compared);
      RC_ASSERT(i == model.children.size());
      break;
    }
    case Kind::object: {
      RC_ASSERT(value.size() == model.children.size());
      std::size_t i = 0;
      for (const Member member : value.members()) {
        RC_ASSERT(member.name() == model.names.at(i));
        RC_ASSERT(value.find(model.names.at(i)) == member.value);
        expect_same(model.children.at(i++), document, member.value, compared);
      }
      RC_ASSERT(i == model.children.size());
      break;
    }
  }
}

std::vector<std::uint32_t> draw_numbers() {
  return *rc::gen::container<std::vector<std::uint32_t>>(500, rc::gen::inRange<std::uint32_t>(0, 1'000'000));
}

TEST(JsonParserProperty, GeneratedValuesRoundTrip) {
  std::size_t compared = 0;
  std::size_t large = 0;  // objects that keep their names sorted
  EXPECT_TRUE(rc::check([&] {
    const std::vector<std::uint32_t> numbers = draw_numbers();
    Choices choices(numbers);
    Model model;
    const std::string text = spell(choices, kDepth, model);
    const Result<Document> result = parse(text);
    RC_ASSERT(result.ok());
    expect_same(model, *result, result->root(), compared);
    if (model.kind == Kind::object && model.children.size() > 16) ++large;
  }));
  EXPECT_GE(compared, 1000U);
  EXPECT_GE(large, 1U);
}

// A refused text names a place inside it; an accepted one spans itself. Mostly a target for the sanitizers.
TEST(JsonParserProperty, DamagedTextsAreRefusedOrRead) {
  std::size_t refused = 0;
  EXPECT_TRUE(rc::check([&] {
    const std::vector<std::uint32_t> numbers = draw_numbers();
    Choices choices(numbers);
    Model model;
    std::string text = spell(choices, kDepth, model);
    char& byte = text[*rc::gen::inRange<std::size_t>(0, text.size())];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ *rc::gen::arbitrary<std::uint8_t>());
    const Result<Document> result = parse(text);
    if (result.ok()) {
      RC_ASSERT(result->root().span().end <= text.size());
    } else {
      ++refused;
      RC_ASSERT(result.error().offset.has_value());
      RC_ASSERT(*result.error().offset <= text.size());
    }
  }));
  EXPECT_GE(refused, 20U);
}

}  // namespace
}  // namespace lockstep::engine::json
