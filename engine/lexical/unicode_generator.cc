// Makes the tables of unicode_properties.h: unicode_generator <folder of the database> <version> <output.cc>.
// A build tool, no part of the engine. Reads the files as Unicode Standard Annex #44 describes them; fails
// where a file is missing or of another version.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr std::uint32_t kLast = 0x10FFFF;
using Members = std::vector<bool>;  // by code point
using Fields = std::vector<std::string>;

// Properties of ECMA-262's table of binary properties, by their long names; those that no file lists are
// worked out below.
constexpr const char* kBinary[] = {"ASCII_Hex_Digit",
                                   "Alphabetic",
                                   "Bidi_Control",
                                   "Bidi_Mirrored",
                                   "Case_Ignorable",
                                   "Cased",
                                   "Changes_When_Casefolded",
                                   "Changes_When_Casemapped",
                                   "Changes_When_Lowercased",
                                   "Changes_When_NFKC_Casefolded",
                                   "Changes_When_Titlecased",
                                   "Changes_When_Uppercased",
                                   "Dash",
                                   "Default_Ignorable_Code_Point",
                                   "Deprecated",
                                   "Diacritic",
                                   "Emoji",
                                   "Emoji_Component",
                                   "Emoji_Modifier",
                                   "Emoji_Modifier_Base",
                                   "Emoji_Presentation",
                                   "Extended_Pictographic",
                                   "Extender",
                                   "Grapheme_Base",
                                   "Grapheme_Extend",
                                   "Hex_Digit",
                                   "IDS_Binary_Operator",
                                   "IDS_Trinary_Operator",
                                   "ID_Continue",
                                   "ID_Start",
                                   "Ideographic",
                                   "Join_Control",
                                   "Logical_Order_Exception",
                                   "Lowercase",
                                   "Math",
                                   "Noncharacter_Code_Point",
                                   "Pattern_Syntax",
                                   "Pattern_White_Space",
                                   "Quotation_Mark",
                                   "Radical",
                                   "Regional_Indicator",
                                   "Sentence_Terminal",
                                   "Soft_Dotted",
                                   "Terminal_Punctuation",
                                   "Unified_Ideograph",
                                   "Uppercase",
                                   "Variation_Selector",
                                   "White_Space",
                                   "XID_Continue",
                                   "XID_Start"};

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "unicode_generator: " << message << "\n";
  std::exit(1);
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

class Database {
 public:
  Database(std::string folder, std::string version)
      : folder_(std::move(folder)), version_(std::move(version)) {}

  // The lines of a file as trimmed fields, comments left out. `heading`: what its first lines must hold, with
  // the version where the file states one.
  std::vector<Fields> lines(const std::string& name, const std::string& heading) const {
    std::ifstream file(folder_ + "/" + name);
    if (!file) fail(folder_ + "/" + name + " is missing (Debian package unicode-data)");
    std::vector<Fields> out;
    bool headed = heading.empty();
    for (std::string line; std::getline(file, line);) {
      headed = headed || line.find(heading) != std::string::npos;
      std::istringstream text(line.substr(0, line.find('#')));
      Fields fields;
      for (std::string field; std::getline(text, field, ';');) fields.push_back(trimmed(field));
      if (!fields.empty() && !(fields.size() == 1 && fields[0].empty())) out.push_back(std::move(fields));
    }
    if (!headed) fail(name + " is not of version " + version_);
    return out;
  }
  std::vector<Fields> versioned(const std::string& name, const std::string& stem) const {
    return lines(name, stem + "-" + version_ + ".txt");
  }

 private:
  std::string folder_;
  std::string version_;
};

std::pair<std::uint32_t, std::uint32_t> range_of(const std::string& field) {
  const std::size_t dots = field.find("..");
  const auto number = [](const std::string& hex) {
    return static_cast<std::uint32_t>(std::stoul(hex, nullptr, 16));
  };
  const std::uint32_t first = number(field);
  return {first, dots == std::string::npos ? first : number(field.substr(dots + 2))};
}

void add(Members& members, const std::string& field) {
  if (members.empty()) members.resize(kLast + 1);
  const auto [first, last] = range_of(field);
  for (std::uint32_t c = first; c <= last; ++c) members[c] = true;
}

Members complement(Members members) {
  members.resize(kLast + 1);
  members.flip();
  return members;
}

Members united(const std::vector<const Members*>& parts) {
  Members all(kLast + 1);
  for (const Members* part : parts) {
    for (std::uint32_t c = 0; c < part->size(); ++c) all[c] = all[c] || (*part)[c];
  }
  return all;
}

using Table = std::map<std::string, Members>;  // by short or long name, as the files have it

// UnicodeData.txt: ranges stand as a line "First" and a line "Last".
Table categories(const Database& database) {
  Table table;
  Members assigned(kLast + 1);
  std::uint32_t first = 0;
  for (const Fields& fields : database.lines("UnicodeData.txt", "")) {
    const std::uint32_t c = range_of(fields[0]).first;
    const bool opens = fields[1].ends_with(", First>");
    if (!fields[1].ends_with(", Last>")) first = c;
    if (opens) continue;
    Members& members = table[fields[2]];
    members.resize(kLast + 1);
    for (std::uint32_t each = first; each <= c; ++each) members[each] = assigned[each] = true;
  }
  table["Cn"] = complement(assigned);
  return table;
}

class Output {
 public:
  void put(const std::string& expression, const Members& members) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;
    for (std::uint32_t c = 0; c < members.size(); ++c) {
      if (!members[c]) continue;
      if (!spans.empty() && spans.back().second + 1 == c) {
        spans.back().second = c;
      } else {
        spans.emplace_back(c, c);
      }
    }
    const auto [place, added] = known_.try_emplace(spans, spans_.size());
    if (added) spans_.insert(spans_.end(), spans.begin(), spans.end());
    if (!properties_.emplace(expression, std::pair(place->second, spans.size())).second)
      fail(expression + " twice");
  }

  void write(const std::string& path, const std::string& version) const {
    std::ofstream out(path);
    out << "// Generated by unicode_generator.cc from the Unicode Character Database " << version << ".\n"
        << "#include \"lockstep/engine/lexical/unicode_properties.h\"\n\nnamespace lockstep::engine {\n"
        << "namespace {\n\nconstexpr CodePointSpan kSpans[] = {\n";
    for (const auto& [first, last] : spans_) out << "{" << first << "," << last << "},\n";
    out << "};\n\nconstexpr UnicodeProperty kProperties[] = {\n";
    for (const auto& [expression, place] : properties_) {
      out << "{\"" << expression << "\"," << place.first << "," << place.second << "},\n";
    }
    out << "};\n\n}  // namespace\n\nstd::string_view unicode_version() { return \"" << version << "\"; }\n"
        << "std::span<const UnicodeProperty> unicode_properties() { return kProperties; }\n"
        << "std::span<const CodePointSpan> unicode_spans() { return kSpans; }\n\n"
        << "}  // namespace lockstep::engine\n";
    if (!out.flush()) fail("cannot write " + path);
  }

 private:
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::size_t> known_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans_;
  std::map<std::string, std::pair<std::size_t, std::size_t>> properties_;
};

void put_categories(const Database& database, const Table& of, Output& output) {
  static const std::map<std::string, std::vector<std::string>> groups = {
      {"C", {"Cc", "Cf", "Cn", "Co", "Cs"}},
      {"L", {"Ll", "Lm", "Lo", "Lt", "Lu"}},
      {"LC", {"Ll", "Lt", "Lu"}},
      {"M", {"Mc", "Me", "Mn"}},
      {"N", {"Nd", "Nl", "No"}},
      {"P", {"Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps"}},
      {"S", {"Sc", "Sk", "Sm", "So"}},
      {"Z", {"Zl", "Zp", "Zs"}}};
  for (const Fields& fields : database.versioned("PropertyValueAliases.txt", "PropertyValueAliases")) {
    if (fields[0] != "gc") continue;
    std::vector<const Members*> parts;
    if (const auto group = groups.find(fields[1]); group != groups.end()) {
      for (const std::string& member : group->second) parts.push_back(&of.at(member));
    } else {
      parts.push_back(&of.at(fields[1]));
    }
    const Members members = united(parts);
    for (const std::string& name : std::set<std::string>(fields.begin() + 1, fields.end())) {
      output.put(name, members);
      output.put("gc=" + name, members);
      output.put("General_Category=" + name, members);
    }
  }
}

void put_scripts(const Database& database, Output& output) {
  Table script;  // by long name
  Members listed(kLast + 1);
  for (const Fields& fields : database.versioned("Scripts.txt", "Scripts")) {
    add(script[fields[1]], fields[0]);
    add(listed, fields[0]);
  }
  script["Unknown"] = complement(listed);
  // A code point that ScriptExtensions.txt lists has those scripts and no other; else it has its own.
  Table extensions = script;
  std::map<std::string, std::string> long_names;
  std::vector<Fields> aliases;
  for (const Fields& fields : database.versioned("PropertyValueAliases.txt", "PropertyValueAliases")) {
    if (fields[0] != "sc") continue;
    aliases.push_back(fields);
    long_names[fields[1]] = fields[2];
  }
  for (const Fields& fields : database.versioned("ScriptExtensions.txt", "ScriptExtensions")) {
    const auto [first, last] = range_of(fields[0]);
    for (auto& [name, members] : extensions) {
      for (std::uint32_t c = first; c <= last; ++c) members[c] = false;
    }
    std::istringstream names(fields[1]);
    for (std::string name; names >> name;) add(extensions[long_names.at(name)], fields[0]);
  }
  for (const Fields& fields : aliases) {
    for (const std::string& name : std::set<std::string>(fields.begin() + 1, fields.end())) {
      for (const char* key : {"sc=", "Script="}) output.put(key + name, script[fields[2]]);
      for (const char* key : {"scx=", "Script_Extensions="}) output.put(key + name, extensions[fields[2]]);
    }
  }
}

void put_binary(const Database& database, Output& output) {
  Table table;
  const auto read = [&](const std::vector<Fields>& lines) {
    for (const Fields& fields : lines) add(table[fields[1]], fields[0]);
  };
  read(database.versioned("PropList.txt", "PropList"));
  read(database.versioned("DerivedCoreProperties.txt", "DerivedCoreProperties"));
  read(database.versioned("DerivedNormalizationProps.txt", "DerivedNormalizationProps"));
  read(database.versioned("extracted/DerivedBinaryProperties.txt", "DerivedBinaryProperties"));
  read(database.lines("emoji/emoji-data.txt", "Used with Emoji Version 15.0 "));
  std::map<std::string, std::set<std::string>> names;
  for (const Fields& fields : database.versioned("PropertyAliases.txt", "PropertyAliases")) {
    // The first two; White_Space has three, of which ECMA-262 leaves out the first.
    names[fields[1]].insert(fields.size() == 2 ? fields[0] : fields[2]);
    names[fields[1]].insert(fields[1]);
  }
  for (const std::string property : kBinary) {
    if (table[property].empty()) fail("no file lists " + property);
    if (names[property].empty()) fail("no alias of " + property);
    for (const std::string& name : names[property]) output.put(name, table[property]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) fail("usage: unicode_generator FOLDER VERSION OUTPUT");
  const std::string version = argv[2];
  const Database database(argv[1], version);
  database.lines("ReadMe.txt", "Version " + version);  // UnicodeData.txt does not say
  Output output;
  const Table by_category = categories(database);
  put_categories(database, by_category, output);
  put_scripts(database, output);
  put_binary(database, output);
  output.put("Any", Members(kLast + 1, true));
  output.put("Assigned", complement(by_category.at("Cn")));
  Members ascii(kLast + 1);
  for (std::uint32_t c = 0; c < 0x80; ++c) ascii[c] = true;
  output.put("ASCII", ascii);
  output.write(argv[3], version);
}
