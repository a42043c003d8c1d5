#include "lockstep/quality/task/extraction.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "lockstep/engine/decode/counter_random.h"
#include "lockstep/quality/task/records.h"

namespace lockstep::quality {
namespace {

using nlohmann::ordered_json;

// Names in the order of the record: the same in the schema, in the examples and in the gold answer.
std::string schema_of(const std::vector<Field>& record) {
  ordered_json properties = ordered_json::object();
  ordered_json names = ordered_json::array();
  for (const Field& field : record) {
    names.push_back(field.name);
    ordered_json& one = properties[field.name];
    if (field.type == FieldType::text) {
      one = {{"type", {"string", "null"}}, {"maxLength", 40}};
    } else if (field.type == FieldType::integer) {
      one = {{"type", {"integer", "null"}}, {"minimum", 0}, {"maximum", 999}};
    } else {
      ordered_json choices = field.choices;
      choices.push_back(nullptr);
      one = {{"enum", choices}};
    }
  }
  return ordered_json({{"type", "object"},
                       {"properties", properties},
                       {"required", names},
                       {"additionalProperties", false}})
      .dump();
}

// One field changed to something that the schema admits too.
std::vector<std::string> wrong_answers(const std::vector<Field>& record) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < record.size(); ++i) {
    std::vector<Field> other = record;
    Field& field = other[i];
    if (!field.value) {
      field.value = field.type == FieldType::integer  ? "1"
                    : field.type == FieldType::choice ? field.choices[0]
                                                      : "-";
    } else if (field.type == FieldType::integer) {
      field.value = *field.value + "1";
    } else if (field.type == FieldType::choice) {
      field.value = field.choices[field.choices[0] == *field.value ? 1 : 0];
    } else {
      field.value = " " + *field.value;
    }
    out.push_back(gold_json(other));
    if (!record[i].value) continue;
    other[i].value.reset();
    out.push_back(gold_json(other));
  }
  return out;
}

}  // namespace

std::vector<Item> extraction_items(const std::string& prefix, std::uint64_t seed, std::size_t count,
                                   std::size_t difficulty) {
  std::vector<Item> items;
  for (std::size_t i = 0; i < count; ++i) {
    Item item;
    item.id = fmt::format("{}-{:04}", prefix, i);
    item.kind = "extraction";
    item.difficulty = difficulty;
    conformance::Choices choices(conformance::seeded_bytes(seed ^ engine::item_number(item.id)));
    item.cluster = record_templates()[i % record_templates().size()];
    item.fields = random_record(choices, difficulty);
    item.document = written_record(item.cluster, item.fields, choices, difficulty);
    item.schema = schema_of(item.fields);
    item.gold = gold_json(item.fields);
    item.wrong = wrong_answers(item.fields);
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace lockstep::quality
