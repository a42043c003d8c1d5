// Dialects: which vocabularies a metaschema declares (Core 8.1).
#include <algorithm>

#include "lockstep/oracle/schema/evaluation.h"
#include "lockstep/oracle/schema/loader.h"
#include "lockstep/oracle/schema/metaschemas.h"

namespace lockstep::oracle {
namespace {

// Metaschemas that describe metaschemas; each costs stack.
constexpr std::size_t kLongestChain = 8;

Error unsupported(const std::string& message) { return {"unsupported_dialect", message, 0, ""}; }

// 0 for a vocabulary that is not known.
unsigned vocabulary_bit(std::string_view uri) {
  constexpr std::string_view kFolder = "https://json-schema.org/draft/2020-12/vocab/";
  if (!uri.starts_with(kFolder)) return 0;
  uri.remove_prefix(kFolder.size());
  if (uri == "core") return kCore;
  if (uri == "applicator") return kApplicator;
  if (uri == "unevaluated") return kUnevaluated;
  if (uri == "validation") return kValidation;
  if (uri == "meta-data") return kMetaData;
  if (uri == "format-annotation") return kFormatAnnotation;
  if (uri == "format-assertion") return kFormatAssertion;
  if (uri == "content") return kContent;
  return 0;
}

// 8.1.2: one that must be understood and is not stops the processing; one that need not be is ignored. A
// known one counts whether it must be understood or not. Core is always there.
Outcome<unsigned> read_vocabularies(const JsonValue& declared, const std::string& metaschema) {
  unsigned bits = kCore;
  for (const JsonMember& member : declared.members) {
    const unsigned bit = vocabulary_bit(member.name);
    if (bit == 0 && member.value.kind == JsonKind::boolean && member.value.boolean) {
      return Error{"unsupported_vocabulary", metaschema + " requires the vocabulary " + member.name, 0, ""};
    }
    bits |= bit;
  }
  return bits;
}

}  // namespace

// By the text of $schema. An empty fragment is allowed for.
Outcome<std::shared_ptr<const Dialect>> Loader::dialect_of(const std::string& uri_text) {
  const std::optional<Uri> uri = parse_uri(uri_text);
  if (!uri || !uri->scheme || (uri->fragment && !uri->fragment->empty())) {
    return unsupported("$schema is no absolute URI of a metaschema: " + uri_text);
  }
  const std::string identity = identity_of(*uri);
  if (const auto found = dialects_.find(identity); found != dialects_.end()) return found->second;
  Outcome<std::shared_ptr<const Dialect>> dialect = load_dialect(identity);
  if (dialect) dialects_.emplace(identity, dialect.value());
  return dialect;
}

Outcome<std::shared_ptr<const Dialect>> Loader::load_dialect(const std::string& identity) {
  if (is_other_draft(identity)) return unsupported("Only JSON Schema 2020-12 is supported, not " + identity);
  if (!chain_.empty() && chain_.back() == identity) return own_dialect(identity);
  if (std::find(chain_.begin(), chain_.end(), identity) != chain_.end() || chain_.size() >= kLongestChain) {
    return unsupported("The metaschemas describe each other without an end at " + identity);
  }
  if (identity == kStandardDialect) return standard_dialect();
  const std::string_view official = official_metaschema(identity);
  const std::string* given = official.empty() ? registry_text(identity) : nullptr;
  if (official.empty() && given == nullptr) return unsupported("Nobody knows the metaschema " + identity);
  return build_dialect(identity, official.empty() ? std::string_view(*given) : official, !official.empty());
}

Outcome<std::shared_ptr<const Dialect>> Loader::build_dialect(const std::string& identity,
                                                              std::string_view text, bool official) const {
  std::vector<std::string> chain = chain_;
  chain.push_back(identity);
  Loader loader(registry_, options_, std::move(chain));
  Outcome<std::shared_ptr<Schema::Impl>> loaded = loader.run(text, identity, official);
  if (!loaded) {
    return Error{loaded.error().code,
                 "In the metaschema " + identity + ", at \"" + loaded.error().pointer +
                     "\": " + loaded.error().message,
                 0, ""};
  }
  const Schema::Impl& impl = *loaded.value();
  const Dialect& described_by = *impl.root->resource->dialect;
  Outcome<unsigned> vocabularies = described_by.vocabularies;
  if (const JsonValue* declared = impl.root->value->find("$vocabulary")) {
    vocabularies = read_vocabularies(*declared, identity);
    if (!vocabularies) return vocabularies.error();
  }
  auto dialect = std::make_shared<Dialect>(Dialect{identity, vocabularies.value(), loaded.value()});
  if (described_by.metaschema == nullptr) {
    if (Fail fail = loader.check_against(*dialect, *impl.root, {})) {
      return Error{
          fail->code,
          "The metaschema " + identity + " is not valid against itself, at \"" + fail->pointer + "\"", 0, ""};
    }
  }
  return std::shared_ptr<const Dialect>(std::move(dialect));
}

// A metaschema that describes itself: its document is being loaded by this loader, and its vocabularies are
// read off before it is judged.
Outcome<std::shared_ptr<const Dialect>> Loader::own_dialect(const std::string& identity) const {
  const JsonValue* declared = impl_->documents.front().root.find("$vocabulary");
  if (declared == nullptr)
    return unsupported("A metaschema of its own kind without $vocabulary: " + identity);
  Outcome<unsigned> vocabularies = read_vocabularies(*declared, identity);
  if (!vocabularies) return vocabularies.error();
  return std::make_shared<const Dialect>(Dialect{identity, vocabularies.value(), nullptr});
}

Outcome<std::shared_ptr<const Dialect>> standard_dialect() {
  static const Registry kNone;
  static const SchemaOptions kDefaults;
  static const Outcome<std::shared_ptr<const Dialect>> kDialect =
      Loader(kNone, kDefaults, {})
          .build_dialect(std::string(kStandardDialect), official_metaschema(kStandardDialect), true);
  return kDialect;
}

}  // namespace lockstep::oracle
