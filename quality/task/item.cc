#include "lockstep/quality/task/item.h"

#include <nlohmann/json.hpp>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {

std::string gold_json(const std::vector<Field>& fields) {
  std::string out = "{";
  for (const Field& field : fields) {
    if (out.size() > 1) out += ',';
    out += nlohmann::json(field.name).dump() + ":";
    if (!field.value) {
      out += "null";
    } else if (field.type == FieldType::integer) {
      out += *field.value;
    } else {
      out += nlohmann::json(*field.value).dump();
    }
  }
  return out + "}";
}

std::string gold_line(const std::vector<Field>& fields) {
  std::string out;
  for (const Field& field : fields) {
    if (!out.empty()) out += " | ";
    out += field.name + " " + field.value.value_or("-");
  }
  return out;
}

std::string digest_of(const Item& item) {
  engine::Sha256 hash;
  const auto add = [&](const std::string& text) {
    hash.update_u64(text.size());
    hash.update(text);
  };
  for (const std::string* text :
       {&item.id, &item.kind, &item.cluster, &item.document, &item.schema, &item.gold})
    add(*text);
  hash.update_u64(item.difficulty);
  hash.update_u64(item.fields.size());
  for (const Field& field : item.fields) {
    add(field.name);
    hash.update_u32(static_cast<std::uint32_t>(field.type));
    hash.update_u64(field.choices.size());
    for (const std::string& choice : field.choices) add(choice);
    add(field.value ? "=" + *field.value : "");
  }
  hash.update_u64(item.wrong.size());
  for (const std::string& text : item.wrong) add(text);
  return hash.hex();
}

}  // namespace lockstep::quality
