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

constexpr std::string_view kFolder2019 = "https://json-schema.org/draft/2019-09/vocab/";
constexpr std::string_view kFolder2020 = "https://json-schema.org/draft/2020-12/vocab/";

struct Vocabularies {
  Draft draft = Draft::draft2020;
  unsigned bits = kCore;
};

// 2019-09 keeps unevaluated* with the applicators, and has one vocabulary of formats, which asserts where it
// is required (Validation 2019-09 section 7.2).
unsigned vocabulary_bits_2019(std::string_view name, bool required) {
  if (name == "core") return kCore;
  if (name == "applicator") return kApplicator | kUnevaluated;
  if (name == "validation") return kValidation;
  if (name == "meta-data") return kMetaData;
  if (name == "format") return required ? kFormatAnnotation | kFormatAssertion : kFormatAnnotation;
  if (name == "content") return kContent;
  return 0;
}

// 0 for a vocabulary that the draft does not know.
unsigned vocabulary_bits(std::string_view uri, Draft draft, bool required) {
  const std::string_view folder = draft == Draft::draft2019 ? kFolder2019 : kFolder2020;
  if (!uri.starts_with(folder)) return 0;
  uri.remove_prefix(folder.size());
  if (draft == Draft::draft2019) return vocabulary_bits_2019(uri, required);
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
// known one counts whether it must be understood or not. Core is always there. The draft is that of the core
// vocabulary, where it is named.
Outcome<Vocabularies> read_vocabularies(const JsonValue& declared, const std::string& metaschema,
                                        Draft draft) {
  for (const JsonMember& member : declared.members) {
    if (member.name == std::string(kFolder2019) + "core") draft = Draft::draft2019;
    if (member.name == std::string(kFolder2020) + "core") draft = Draft::draft2020;
  }
  unsigned bits = kCore;
  for (const JsonMember& member : declared.members) {
    const bool required = member.value.kind == JsonKind::boolean && member.value.boolean;
    const unsigned bit = vocabulary_bits(member.name, draft, required);
    if (bit == 0 && required) {
      return Error{"unsupported_vocabulary", metaschema + " requires the vocabulary " + member.name, 0, ""};
    }
    bits |= bit;
  }
  return Vocabularies{draft, bits};
}

template <Draft draft>
Outcome<std::shared_ptr<const Dialect>> loaded_once() {
  const std::string_view uri = metaschema_of(draft);
  static const Registry kNone;
  static const SchemaOptions kDefaults;
  static const Outcome<std::shared_ptr<const Dialect>> kDialect =
      Loader(kNone, kDefaults, {}).build_dialect(std::string(uri), official_metaschema(uri), true);
  return kDialect;
}

}  // namespace

// By the text of $schema. An empty fragment is allowed for.
Outcome<std::shared_ptr<const Dialect>> Loader::dialect_of(const std::string& uri_text) {
  const std::optional<Uri> uri = parse_uri(uri_text);
  if (!uri || !uri->scheme || (uri->fragment && !uri->fragment->empty())) {
    return unsupported("$schema is no absolute URI of a metaschema: " + uri_text);
  }
  const std::string identity = metaschema_identity(identity_of(*uri));
  if (const auto found = dialects_.find(identity); found != dialects_.end()) return found->second;
  Outcome<std::shared_ptr<const Dialect>> dialect = load_dialect(identity);
  if (dialect) dialects_.emplace(identity, dialect.value());
  return dialect;
}

Outcome<std::shared_ptr<const Dialect>> Loader::load_dialect(const std::string& identity) {
  if (is_other_draft(identity)) return unsupported("JSON Schema is read from draft 4 on, not " + identity);
  if (!chain_.empty() && chain_.back() == identity) return own_dialect(identity);
  if (std::find(chain_.begin(), chain_.end(), identity) != chain_.end() || chain_.size() >= kLongestChain) {
    return unsupported("The metaschemas describe each other without an end at " + identity);
  }
  if (const std::optional<Draft> draft = draft_of_metaschema(identity)) return official_dialect(*draft);
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
  const Dialect& described_by = *impl.root->dialect;
  Vocabularies vocabularies{described_by.draft, described_by.vocabularies};
  const JsonValue* declared = impl.root->value->find("$vocabulary");
  if (declared != nullptr && described_by.draft >= Draft::draft2019) {
    const Outcome<Vocabularies> read = read_vocabularies(*declared, identity, described_by.draft);
    if (!read) return read.error();
    vocabularies = read.value();
  }
  auto dialect =
      std::make_shared<Dialect>(Dialect{identity, vocabularies.draft, vocabularies.bits, loaded.value()});
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
  const std::optional<Draft> draft = draft_of_metaschema(identity);
  if (draft && *draft <= Draft::draft7) {  // before there were vocabularies
    constexpr unsigned kAll = kCore | kApplicator | kValidation | kMetaData | kFormatAnnotation | kContent;
    return std::make_shared<const Dialect>(Dialect{identity, *draft, kAll, nullptr});
  }
  const JsonValue* declared = impl_->documents.front().root.find("$vocabulary");
  if (declared == nullptr)
    return unsupported("A metaschema of its own kind without $vocabulary: " + identity);
  const Outcome<Vocabularies> read = read_vocabularies(*declared, identity, Draft::draft2020);
  if (!read) return read.error();
  return std::make_shared<const Dialect>(Dialect{identity, read.value().draft, read.value().bits, nullptr});
}

Outcome<std::shared_ptr<const Dialect>> official_dialect(Draft draft) {
  switch (draft) {
    case Draft::draft4:
      return loaded_once<Draft::draft4>();
    case Draft::draft6:
      return loaded_once<Draft::draft6>();
    case Draft::draft7:
      return loaded_once<Draft::draft7>();
    case Draft::draft2019:
      return loaded_once<Draft::draft2019>();
    case Draft::draft2020:
      break;
  }
  return loaded_once<Draft::draft2020>();
}

}  // namespace lockstep::oracle
