#include "lockstep/quality/model/table_model.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;

std::string identity_of(const engine::Vocabulary& vocabulary, const std::vector<TableRow>& rows) {
  engine::Sha256 hash;
  hash.update("lockstep-table-model-1\n" + vocabulary.identity());
  for (const TableRow& row : rows) {
    hash.update_u64(row.after.size());
    hash.update(row.after);
    hash.update_u32(std::bit_cast<std::uint32_t>(row.other));
    hash.update_u64(row.logits.size());
    for (const auto& [id, logit] : row.logits) {
      hash.update_u32(id);
      hash.update_u32(std::bit_cast<std::uint32_t>(logit));
    }
  }
  return hash.hex();
}

class TableState final : public ModelState {
 public:
  TableState(const engine::Vocabulary& vocabulary, const std::vector<TableRow>& rows)
      : vocabulary_(vocabulary), rows_(rows) {}

  std::vector<float> logits() override {
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const TableRow& one) { return written_.ends_with(one.after); });
    std::vector<float> out(vocabulary_.logit_width(), row->other);
    for (const auto& [id, logit] : row->logits) out[id] = logit;
    return out;
  }

  bool feed(engine::TokenId token) override {
    if (token >= vocabulary_.size()) return false;
    if (vocabulary_.is_text(token)) written_ += vocabulary_.bytes(token);
    return true;
  }

 private:
  const engine::Vocabulary& vocabulary_;
  const std::vector<TableRow>& rows_;
  std::string written_;
};

engine::Error bad(const std::string& message) { return {"bad_table", message, std::nullopt, ""}; }

// The id that an entry of a row names.
std::optional<engine::TokenId> id_of(const json& entry, const engine::Vocabulary& vocabulary) {
  if (entry.contains("stop")) {
    if (vocabulary.stop_ids().empty()) return std::nullopt;
    return vocabulary.stop_ids().front();
  }
  if (entry.contains("id")) {
    const json& id = entry["id"];
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= vocabulary.logit_width()) return std::nullopt;
    return id.get<engine::TokenId>();
  }
  if (!entry.contains("text") || !entry["text"].is_string()) return std::nullopt;
  const std::string text = entry["text"];
  for (engine::TokenId id = 0; id < vocabulary.size(); ++id) {
    if (vocabulary.is_text(id) && vocabulary.bytes(id) == text) return id;
  }
  return std::nullopt;
}

// Empty, or what is wrong with it.
std::string read_row(const json& given, const engine::Vocabulary& vocabulary, TableRow& row) {
  if (!given.is_object()) return "a row is no object";
  for (const auto& [name, value] : given.items()) {
    if (name == "after" && value.is_string()) {
      row.after = value.get<std::string>();
    } else if (name == "other" && value.is_number()) {
      row.other = value.get<float>();
    } else if (name != "tokens" || !value.is_array()) {
      return "a row has the unknown or ill-typed field " + name;
    }
  }
  for (const json& entry : given.value("tokens", json::array())) {
    if (!entry.is_object() || entry.size() != 2 || !entry.contains("logit") || !entry["logit"].is_number())
      return "an entry is not a token and its logit";
    const std::optional<engine::TokenId> id = id_of(entry, vocabulary);
    if (!id) return "no such token: " + entry.dump();
    if (!row.logits.emplace(*id, entry["logit"].get<float>()).second) return "a token twice: " + entry.dump();
  }
  return {};
}

}  // namespace

TableModel::TableModel(engine::Vocabulary vocabulary, std::vector<TableRow> rows)
    : vocabulary_(std::move(vocabulary)), spelling_(vocabulary_), rows_(std::move(rows)) {
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const TableRow& a, const TableRow& b) { return a.after.size() > b.after.size(); });
  LOCKSTEP_CHECK(!rows_.empty() && rows_.back().after.empty());
  identity_ = {"table", identity_of(vocabulary_, rows_), "constants"};
}

std::unique_ptr<ModelState> TableModel::open(std::span<const engine::TokenId>) const {
  return std::make_unique<TableState>(vocabulary_, rows_);
}

engine::Result<std::unique_ptr<Model>> TableModel::read(const engine::Vocabulary& vocabulary,
                                                        std::string_view text) {
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object() || document.size() != 2 ||
      document.value("format", "") != "lockstep-table-model-1" || !document.contains("rows") ||
      !document["rows"].is_array())
    return bad("not an object with format lockstep-table-model-1 and rows");
  std::vector<TableRow> rows;
  std::set<std::string> endings;
  for (const json& given : document["rows"]) {
    TableRow row;
    if (const std::string fault = read_row(given, vocabulary, row); !fault.empty()) return bad(fault);
    if (!endings.insert(row.after).second) return bad("two rows have the same `after`: " + row.after);
    rows.push_back(std::move(row));
  }
  if (!endings.contains("")) return bad("there is no row with an empty `after`");
  return std::unique_ptr<Model>(std::make_unique<TableModel>(vocabulary, std::move(rows)));
}

}  // namespace lockstep::quality
