// Records as a shop keeps them, and the documents that tell of them: what extraction items are made from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

// order, customer, items, status, each possibly absent. At difficulty 0 nothing is absent and names are
// ASCII.
std::vector<Field> random_record(conformance::Choices& choices, std::size_t difficulty);

// The kinds of document, by name: "log", "letter", "form".
const std::vector<std::string>& record_templates();

// The document. From difficulty 2 on it tells things that nobody asked for.
std::string written_record(const std::string& kind, const std::vector<Field>& record,
                           conformance::Choices& choices, std::size_t difficulty);

}  // namespace lockstep::quality
