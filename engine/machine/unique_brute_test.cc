// Random schemas about distinct items, each closed by a universe of its own, against every text of that
// universe: all 256 bytes and the end at every prefix must be what judging whole texts says. The judge is a
// few lines of this file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/machine/machine_texts_test.h"
#include "lockstep/engine/machine/values.h"

namespace lockstep::engine {
namespace {

// Whole values against whole schemas, keyword by keyword, equality by the numbers of values.
class Judge {
 public:
  bool valid(json::Value schema, json::Value value) {
    if (schema.is(json::Kind::boolean)) return schema.boolean();
    for (const json::Member keyword : schema.members()) {
      if (!holds(schema, keyword.name(), keyword.value, value)) return false;
    }
    return true;
  }

 private:
  bool equal(json::Value a, json::Value b) { return values_.of(a) == values_.of(b); }
  std::size_t count_valid(json::Value list, json::Value value) {
    std::size_t count = 0;
    for (const json::Value one : list.elements()) count += valid(one, value) ? 1 : 0;
    return count;
  }
  // With a `$schema` beside it `integer` is that of draft 4.
  bool is_type(json::Value schema, std::string_view type, json::Value value) {
    if (type == "integer" && schema.find("$schema"))
      return value.is(json::Kind::number) && is_integer_word(value.number());
    if (type == "integer") {
      return value.is(json::Kind::number) && Decimal::saturating(value.number()).is_integer();
    }
    return json::name(value.kind()) == type;
  }
  bool holds(json::Value schema, std::string_view keyword, json::Value asked, json::Value value) {
    if (keyword == "type") return is_type(schema, asked.string(), value);
    if (keyword == "const") return equal(asked, value);
    if (keyword == "enum") {
      const auto all = asked.elements();
      return std::any_of(all.begin(), all.end(), [&](json::Value one) { return equal(one, value); });
    }
    if (keyword == "allOf") return count_valid(asked, value) == asked.size();
    if (keyword == "anyOf") return count_valid(asked, value) > 0;
    if (keyword == "oneOf") return count_valid(asked, value) == 1;
    if (keyword == "not") return !valid(asked, value);
    if (keyword == "if") {
      const auto branch = schema.find(valid(asked, value) ? "then" : "else");
      return !branch || valid(*branch, value);
    }
    if (value.is(json::Kind::array)) return array_holds(schema, keyword, asked, value);
    if (value.is(json::Kind::object)) return object_holds(schema, keyword, asked, value);
    return true;
  }
  bool array_holds(json::Value schema, std::string_view keyword, json::Value asked, json::Value value) {
    if (keyword == "minItems") return value.size() >= asked.as_u64();
    if (keyword == "maxItems") return value.size() <= asked.as_u64();
    std::vector<json::Value> items;
    for (const json::Value one : value.elements()) items.push_back(one);
    if (keyword == "uniqueItems") {
      std::set<ValueId> seen;
      for (const json::Value one : items) seen.insert(values_.of(one));
      return !asked.boolean() || seen.size() == items.size();
    }
    if (keyword == "contains") {
      std::size_t hits = 0;
      for (const json::Value one : items) hits += valid(asked, one) ? 1 : 0;
      const auto least = schema.find("minContains");
      const auto most = schema.find("maxContains");
      return hits >= (least ? *least->as_u64() : 1) && (!most || hits <= *most->as_u64());
    }
    const auto prefix = schema.find("prefixItems");
    const std::size_t first = prefix ? prefix->size() : 0;
    std::size_t index = 0;
    if (keyword == "prefixItems") {
      for (const json::Value one : asked.elements()) {
        if (index < items.size() && !valid(one, items[index++])) return false;
      }
    }
    if (keyword == "items") {
      for (index = first; index < items.size(); ++index) {
        if (!valid(asked, items[index])) return false;
      }
    }
    return true;
  }
  bool object_holds(json::Value schema, std::string_view keyword, json::Value asked, json::Value value) {
    if (keyword == "required") {
      const auto all = asked.elements();
      return std::all_of(all.begin(), all.end(),
                         [&](json::Value name) { return value.find(name.string()).has_value(); });
    }
    if (keyword == "minProperties") return value.size() >= asked.as_u64();
    if (keyword == "maxProperties") return value.size() <= asked.as_u64();
    for (const json::Member member : value.members()) {
      const auto properties = schema.find("properties");
      const auto declared = properties ? properties->find(member.name()) : std::nullopt;
      if (keyword == "properties" && declared && !valid(*declared, member.value)) return false;
      if (keyword == "additionalProperties" && !declared && !valid(asked, member.value)) return false;
    }
    return true;
  }
  Values values_;
};

using Random = std::mt19937;
std::size_t below(Random& random, std::size_t n) { return random() % n; }
const std::string& pick(Random& random, const std::vector<std::string>& all) {
  return all[below(random, all.size())];
}

// A universe of items and the schema that holds for no others.
struct Universe {
  std::vector<std::string> items;  // every text of each
  std::string schema;
  std::size_t most = 3;  // items in an array
};

std::vector<std::string> texts_of_arrays(const std::vector<std::string>& items, std::size_t most) {
  std::vector<std::string> all = {"[]"};
  std::vector<std::string> level = {""};
  for (std::size_t n = 1; n <= most; ++n) {
    std::vector<std::string> longer;
    for (const std::string& begun : level) {
      for (const std::string& item : items) longer.push_back(begun + (begun.empty() ? "" : ",") + item);
    }
    for (const std::string& one : longer) all.push_back("[" + one + "]");
    level = std::move(longer);
  }
  return all;
}

std::vector<Universe> universes() {
  std::vector<Universe> all;
  all.push_back({{"1", "2", "true", "\"a\""}, R"({"enum":[1,2,true,"a"]})", 3});
  all.push_back(
      {{"10", "1", "11"}, R"({"type":"integer","anyOf":[{"const":1},{"const":10},{"const":11}]})", 4});
  all.push_back(
      {texts_of_arrays({"1", "2"}, 2), R"({"type":"array","items":{"enum":[1,2]},"maxItems":2})", 3});
  std::vector<std::string> objects = {"{}"};
  for (const std::string a : {"1", "2"}) {
    objects.push_back("{\"a\":" + a + "}");
    objects.push_back("{\"b\":" + a + "}");
    for (const std::string b : {"1", "2"}) {
      objects.push_back("{\"a\":" + a + ",\"b\":" + b + "}");
      objects.push_back("{\"b\":" + b + ",\"a\":" + a + "}");
    }
  }
  all.push_back(
      {objects,
       R"({"type":"object","properties":{"a":{"enum":[1,2]},"b":{"enum":[1,2]}},"additionalProperties":false})",
       2});
  std::vector<std::string> mixed = texts_of_arrays(texts_of_arrays({"1"}, 1), 2);
  mixed.insert(mixed.end(), {"1", "{\"a\":[]}", "{\"a\":[1]}", "{}"});
  all.push_back({mixed,
                 R"({"anyOf":[{"const":1},{"type":"array","maxItems":2,"items":{"type":"array","maxItems":1,
                    "items":{"const":1}}},{"type":"object","maxProperties":1,"additionalProperties":false,
                    "properties":{"a":{"type":"array","maxItems":1,"items":{"const":1}}}}]})",
                 3});
  return all;
}

class Schemas {
 public:
  Schemas(Random& random, std::string integer) : random_(random), integer_(std::move(integer)) {}

  std::string array(std::size_t depth) {
    std::vector<std::string> parts;
    const std::size_t count = 1 + below(random_, 3);
    for (std::size_t n = 0; n < count; ++n) {
      switch (below(random_, depth > 0 ? 12 : 7)) {
        case 0:
        case 1:
        case 2:
          add(parts, R"("uniqueItems":true)");
          break;
        case 3:
          add(parts, "\"minItems\":" + std::to_string(1 + below(random_, 3)));
          break;
        case 4:
          add(parts, "\"items\":" + item(depth));
          break;
        case 5: {
          std::string list = item(depth);
          for (std::size_t more = below(random_, 3); more > 0; --more) list += "," + item(depth);
          add(parts, "\"prefixItems\":[" + list + "]");
          break;
        }
        case 6: {
          add(parts, "\"contains\":" + item(depth));
          if (below(random_, 2) == 0) add(parts, "\"minContains\":" + std::to_string(below(random_, 3)));
          if (below(random_, 3) == 0) add(parts, "\"maxContains\":" + std::to_string(below(random_, 3)));
          break;
        }
        case 7:
          add(parts, "\"not\":" + array(depth - 1));
          break;
        case 8: {
          const std::string first = array(depth - 1);
          add(parts, "\"anyOf\":[" + first + "," + array(depth - 1) + "]");
          break;
        }
        case 9: {
          const std::string first = array(depth - 1);
          add(parts, "\"oneOf\":[" + first + "," + array(depth - 1) + "]");
          break;
        }
        case 10: {
          const std::string condition = array(depth - 1);
          const std::string then = array(depth - 1);
          add(parts, "\"if\":" + condition + ",\"then\":" + then + ",\"else\":" + array(depth - 1));
          break;
        }
        default:
          add(parts, "\"allOf\":[" + array(depth - 1) + "]");
          break;
      }
    }
    std::string out = "{";
    for (const std::string& part : parts) out += (out.size() > 1 ? "," : "") + part;
    return out + "}";
  }

 private:
  static void add(std::vector<std::string>& parts, const std::string& part) {
    const std::string name = part.substr(0, part.find(':') + 1);
    const bool there = std::any_of(parts.begin(), parts.end(), [&](const std::string& one) {
      return one.find(name) != std::string::npos;
    });
    if (!there) parts.push_back(part);
  }
  std::string item(std::size_t depth) {
    static const std::vector<std::string> kItems = {"true",
                                                    "{\"const\":1}",
                                                    "{\"enum\":[1,2]}",
                                                    "{\"const\":[1]}",
                                                    "{\"const\":{\"a\":1}}",
                                                    "{\"type\":\"integer\"}",
                                                    "{\"enum\":[10,11,\"a\"]}",
                                                    "{\"not\":{\"const\":1}}",
                                                    "{\"required\":[\"a\"]}",
                                                    "{\"properties\":{\"a\":{\"const\":1}}}",
                                                    "{\"minItems\":1}",
                                                    "{\"items\":{\"const\":1}}",
                                                    "{\"maxProperties\":1}",
                                                    "{\"type\":\"array\"}",
                                                    "{\"contains\":{\"const\":1}}",
                                                    "{\"enum\":[[1],[1,2],{\"a\":1,\"b\":2},[[1]],{}]}"};
    if (depth > 0 && below(random_, 3) == 0) return array(depth - 1);
    const std::string& chosen = pick(random_, kItems);
    return chosen == "{\"type\":\"integer\"}" ? integer_ : chosen;
  }
  Random& random_;
  std::string integer_;
};

// `texts`, sorted, are those that go on from `state`, after `depth` bytes. `release`: what a byte led to is
// given back before the next one, as masks do it.
std::string difference(Machine& machine, StateId state, std::span<const std::string> texts, std::size_t depth,
                       bool release, std::size_t& bits) {
  const std::string some = texts.front();
  const bool whole = some.size() == depth;
  if (machine.can_stop(state) != whole) return "stop after " + some.substr(0, depth);
  std::span<const std::string> rest = whole ? texts.subspan(1) : texts;
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::size_t end = 0;
    while (end < rest.size() && static_cast<unsigned char>(rest[end][depth]) == byte) ++end;
    const std::span<const std::string> taken = rest.first(end);
    rest = rest.subspan(end);
    const Machine::Mark before = machine.mark();
    const StateId next = machine.step(state, static_cast<std::uint8_t>(byte));
    ++bits;
    if ((next != kDeadState) != !taken.empty()) {
      return "after " + some.substr(0, depth) + ": " + static_cast<char>(byte) +
             (taken.empty() ? " is taken" : " is refused: " + taken.front());
    }
    if (!taken.empty()) {
      std::string found = difference(machine, next, taken, depth + 1, release, bits);
      if (!found.empty()) return found;
    }
    if (release) machine.release(before);
  }
  const std::string end = machine.finish(state);
  if (!std::binary_search(texts.begin(), texts.end(), some.substr(0, depth) + end))
    return "after " + some.substr(0, depth) + " finish gives " + end;
  return "";
}

void compare(const std::vector<Universe>& universes, const Policy& policy, const std::string& integer) {
  const char* set_seed = std::getenv("LOCKSTEP_SEED");
  const char* set_count = std::getenv("LOCKSTEP_COUNT");
  const auto seed = static_cast<std::uint32_t>(set_seed != nullptr ? std::strtoul(set_seed, nullptr, 10) : 5);
  const std::size_t wanted = set_count != nullptr ? std::strtoul(set_count, nullptr, 10) : 30;
  std::cout << "seed " << seed << "\n";
  Random random(seed);
  std::size_t bits = 0;
  std::size_t some = 0;
  std::size_t different = 0;
  std::size_t kept = 0;  // memory where states are given back
  std::size_t left = 0;  // and where not
  for (const Universe& universe : universes) {
    std::vector<std::string> texts = texts_of_arrays(universe.items, universe.most);
    std::sort(texts.begin(), texts.end());
    std::vector<json::Document> documents;
    for (const std::string& text : texts) documents.push_back(json::parse(text).value());
    for (std::size_t n = 0; n < wanted / universes.size(); ++n) {
      const std::string inner = Schemas(random, integer).array(2);
      const std::string schema = R"({"type":"array","maxItems":)" + std::to_string(universe.most) +
                                 ",\"items\":" + universe.schema + ",\"allOf\":[" + inner + "]}";
      const json::Document document = json::parse(schema).value();
      Judge judge;
      std::vector<std::string> in;
      for (std::size_t i = 0; i < texts.size(); ++i) {
        if (judge.valid(document.root(), documents[i].root())) in.push_back(texts[i]);
      }
      const auto made = make(schema, policy);
      std::string wrong;
      if (const auto* fault = std::get_if<CompileFault>(&made)) {
        if (fault->status != CompileStatus::empty) wrong = fault->error.code + " " + fault->error.message;
        if (fault->status == CompileStatus::empty && !in.empty()) wrong = "empty, but " + in.front();
      } else if (in.empty()) {
        wrong = "nothing is valid";
      } else {
        ++some;
        Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
        const std::size_t before = machine.memory_bytes();
        wrong = difference(machine, machine.start(), in, 0, n % 2 == 0, bits);
        kept += n % 2 == 0 ? machine.memory_bytes() - before : 0;
        left += n % 2 == 1 ? machine.memory_bytes() - before : 0;
      }
      if (!wrong.empty() && ++different <= 10) ADD_FAILURE() << schema << "\n" << wrong;
    }
  }
  std::cout << some << " schemas, " << bits << " bits, " << different << " different\n";
  std::cout << kept << " bytes kept, " << left << " where nothing is given back\n";
  EXPECT_EQ(different, 0U);
  EXPECT_LT(2 * kept, left);
  EXPECT_GE(some, wanted / 2);
  EXPECT_GE(bits, 1000 * wanted);
}

Policy compact() {
  Policy policy = Policy::canonical();
  policy.key_order = KeyOrder::any;
  policy.format = Format::annotate;
  return policy;
}

TEST(UniqueBrute, EveryByteIsThatOfTheWholeTexts) {
  compare(universes(), compact(), R"({"type":"integer"})");
}

// Items that are equal in value and different in spelling, and an `integer` that spelling tells.
TEST(UniqueBrute, IntegersOfDraft4AreToldBySpelling) {
  const std::string integer = R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer"})";
  Policy policy = compact();
  policy.numbers = Numbers::json;
  policy.number_bytes = 3;
  const std::vector<std::string> ones = {"1", "1.0", "1e0", "1E0"};
  std::vector<std::string> both = ones;
  both.insert(both.end(), {"2", "2.0", "2e0", "2E0"});
  compare({{both, R"({"enum":[1,2]})", 2},
           {ones, R"({"const":1})", 3},
           {texts_of_arrays(ones, 1), R"({"type":"array","items":{"const":1},"maxItems":1})", 3}},
          policy, integer);
}

}  // namespace
}  // namespace lockstep::engine
