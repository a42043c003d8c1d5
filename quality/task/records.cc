#include "lockstep/quality/task/records.h"

#include <fmt/format.h>

#include <algorithm>

#include "lockstep/engine/base/check.h"

namespace lockstep::quality {
namespace {

using conformance::Choices;
using Words = std::vector<std::string>;

const Words kFirst = {"Ada", "Lena", "Omar", "Ines", "Piet", "Ruth", "Sami", "Tove", "Yuki", "Nora"};
const Words kLast = {"Berg",   "Okafor", "Silva",  "Novak", "Weiss",
                     "Moreau", "Tanaka", "Haddad", "Lund",  "Costa"};
const Words kFirstBeyondAscii = {"Zoë", "José", "Łucja", "Søren", "Åsa", "Jürgen"};
const Words kLastBeyondAscii = {"Müller", "Nuñez", "Dvořák", "Björk", "Çelik", "Øster"};
const Words kStatus = {"open", "paid", "sent", "void"};
const Words kCouriers = {"Nordpost", "Kestrel", "Blue Van", "Overland"};

std::string random_name(Choices& choices, std::size_t difficulty) {
  const bool wide = difficulty >= 1 && choices.chance(30);
  const std::string first = choices.pick(wide ? kFirstBeyondAscii : kFirst);
  const std::string last = choices.pick(wide ? kLastBeyondAscii : kLast);
  return first + " " + last;
}

std::string random_order(Choices& choices) {
  const auto letter = static_cast<char>('A' + choices.below(26));
  const std::size_t number = choices.below(1000);
  return fmt::format("{}-{:04}", letter, number * 10 + choices.below(10));
}

// `name "value"`, or `name value` for a number.
std::string told(const Field& field, const char* between = " ") {
  const bool quoted = field.type != FieldType::integer;
  return quoted ? fmt::format("{}{}\"{}\"", field.name, between, *field.value)
                : fmt::format("{}{}{}", field.name, between, *field.value);
}

// What nobody asks for. The numbers look like those that somebody does ask for.
Words distractions(Choices& choices, std::size_t difficulty) {
  Words out;
  if (difficulty < 2) return out;
  out.push_back(fmt::format("courier \"{}\"", choices.pick(kCouriers)));
  out.push_back(fmt::format("weight {}", 1 + choices.below(60)));
  if (difficulty >= 3) out.push_back(fmt::format("clerk \"{}\"", random_name(choices, difficulty)));
  return out;
}

std::string joined(const Words& parts, const char* between) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}

void shuffle(Words& parts, Choices& choices) {
  for (std::size_t i = parts.size(); i > 1; --i) {
    const std::size_t other = choices.below(i);
    std::swap(parts[i - 1], parts[other]);
  }
}

}  // namespace

std::vector<Field> random_record(Choices& choices, std::size_t difficulty) {
  std::vector<Field> record;
  record.push_back({"order", FieldType::text, {}, random_order(choices)});
  record.push_back({"customer", FieldType::text, {}, random_name(choices, difficulty)});
  record.push_back({"items", FieldType::integer, {}, std::to_string(1 + choices.below(40))});
  record.push_back({"status", FieldType::choice, kStatus, choices.pick(kStatus)});
  if (difficulty == 0) return record;
  // The order number is always there: a record without any field is no record.
  for (std::size_t i = 1; i < record.size(); ++i) {
    if (choices.chance(12)) record[i].value.reset();
  }
  return record;
}

const std::vector<std::string>& record_templates() {
  static const std::vector<std::string> kTemplates = {"log", "letter", "form"};
  return kTemplates;
}

std::string written_record(const std::string& kind, const std::vector<Field>& record, Choices& choices,
                           std::size_t difficulty) {
  Words parts;
  for (const Field& field : record) {
    if (field.value) parts.push_back(told(field, kind == "form" ? ": " : " "));
  }
  Words more = distractions(choices, difficulty);
  parts.insert(parts.end(), more.begin(), more.end());
  if (difficulty >= 1) shuffle(parts, choices);
  if (kind == "log") return joined(parts, ", ") + ".";
  if (kind == "form") return joined(parts, "\n");
  LOCKSTEP_CHECK(kind == "letter");
  Words sentences;
  for (const std::string& part : parts) sentences.push_back("It has " + part + ".");
  return "Please file this. " + joined(sentences, " ") + " Thank you.";
}

}  // namespace lockstep::quality
