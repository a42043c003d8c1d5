// Texts on which encoders are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::conformance::second_source {

// Valid UTF-8, none empty, none twice: schemas and instances of the official suites, JSON texts, generated
// schemas and instances, characters of every block in use, random code points, and texts made of what
// pre-tokenizers tell apart (contractions, white space, digits, names of special tokens). Deterministic.
// Empty, and the test failed, where the suite is missing.
std::vector<std::string> encoder_corpus(std::uint64_t seed);

// The UTF-8 of a code point.
std::string utf8_of(char32_t point);

}  // namespace lockstep::conformance::second_source
