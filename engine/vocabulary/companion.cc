#include "lockstep/engine/vocabulary/companion.h"

#include <string>
#include <utility>
#include <vector>

#include "lockstep/engine/json/parser.h"

namespace lockstep::engine {
namespace {

struct Said {
  std::vector<TokenId> ids;
  std::vector<std::string> names;
  std::optional<std::uint64_t> width;
};

std::optional<json::Value> present(const json::Value& object, std::string_view name) {
  const std::optional<json::Value> value = object.find(name);
  return value && !value->is(json::Kind::null) ? value : std::nullopt;
}

class CompanionReader {
 public:
  CompanionReader(const Companion& companion, const json::Document& document)
      : companion_(companion), document_(document) {}

  std::optional<Error> read(Said& said) const {
    const json::Value root = document_.root();
    if (!root.is(json::Kind::object)) return bad(root, "is not an object");
    if (auto error = read_name(root, said)) return error;
    if (auto error = read_ids(root, said)) return error;
    if (auto error = read_width(root, said)) return error;
    const std::optional<json::Value> text_config = present(root, "text_config");
    return text_config && text_config->is(json::Kind::object) ? read_width(*text_config, said) : std::nullopt;
  }

 private:
  Error bad(const json::Value& value, const char* what) const {
    return {"bad_companion", companion_.name + ": this value " + what, value.span().begin,
            document_.pointer(value)};
  }

  std::optional<Error> read_name(const json::Value& root, Said& said) const {
    std::optional<json::Value> name = present(root, "eos_token");
    if (!name) return std::nullopt;
    if (name->is(json::Kind::object)) name = name->find("content");
    if (!name || !name->is(json::Kind::string)) return bad(root, "has an eos_token without a name");
    said.names.emplace_back(name->string());
    return std::nullopt;
  }

  std::optional<Error> read_ids(const json::Value& root, Said& said) const {
    const std::optional<json::Value> ids = present(root, "eos_token_id");
    if (!ids) return std::nullopt;
    if (!ids->is(json::Kind::array)) return read_id(*ids, said);
    for (const json::Value id : ids->elements()) {
      if (auto error = read_id(id, said)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> read_id(const json::Value& value, Said& said) const {
    const std::optional<std::uint64_t> id = value.as_u64();
    if (!id || *id >= 0xFFFFFFFFU) return bad(value, "is not a token id");
    said.ids.push_back(static_cast<TokenId>(*id));
    return std::nullopt;
  }

  std::optional<Error> read_width(const json::Value& object, Said& said) const {
    const std::optional<json::Value> width = present(object, "vocab_size");
    if (!width) return std::nullopt;
    if (!width->as_u64()) return bad(*width, "is not a number of tokens");
    said.width = *width->as_u64();
    return std::nullopt;
  }

  const Companion& companion_;
  const json::Document& document_;
};

}  // namespace

std::optional<Error> suggest_from_companions(const VocabularyOptions& options, VocabularyBuilder& builder) {
  Said said;
  for (const Companion& companion : options.companions) {
    json::Limits limits;
    limits.max_bytes = options.limits.max_file_bytes;
    limits.max_values = options.limits.max_json_values;
    const Result<json::Document> document = json::parse(companion.text, limits);
    if (!document) {
      return Error{"bad_companion", companion.name + ": " + document.error().message, document.error().offset,
                   ""};
    }
    if (auto error = CompanionReader(companion, *document).read(said)) return error;
  }
  for (const TokenId id : said.ids) builder.suggest_stop(id);
  if (said.ids.empty()) {
    for (std::string& name : said.names) builder.suggest_stop_name(std::move(name));
  }
  if (said.width) builder.suggest_logit_width(*said.width);
  return std::nullopt;
}

}  // namespace lockstep::engine
