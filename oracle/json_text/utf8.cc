#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::oracle {
namespace {

// One row of the grammar in RFC 3629 section 4: lead bytes, range of the second byte, length of the sequence.
struct Row {
  unsigned char lead_first, lead_last, second_first, second_last, length;
};

constexpr Row kRows[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

unsigned char byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

Utf8Read read_row(const Row& row, std::string_view text, std::size_t at) {
  // The payload of the lead byte: 5, 4 or 3 bits for a length of 2, 3 or 4.
  char32_t code_point = byte_at(text, at) & (0x7FU >> row.length);
  for (std::size_t i = 1; i < row.length; ++i) {
    if (at + i >= text.size()) return {Utf8Status::truncated, 0, i};
    const unsigned char byte = byte_at(text, at + i);
    const unsigned char first = i == 1 ? row.second_first : 0x80;
    const unsigned char last = i == 1 ? row.second_last : 0xBF;
    if (byte < first || byte > last) return {Utf8Status::ill_formed, 0, i};
    code_point = (code_point << 6U) | (byte & 0x3FU);
  }
  return {Utf8Status::ok, code_point, row.length};
}

}  // namespace

Utf8Read read_utf8(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return {Utf8Status::ok, lead, 1};
  for (const Row& row : kRows) {
    if (lead >= row.lead_first && lead <= row.lead_last) return read_row(row, text, at);
  }
  return {Utf8Status::ill_formed, 0, 0};
}

void append_utf8(char32_t code_point, std::string& out) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto tail = [&](unsigned shift) { put(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    tail(0);
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    tail(6);
    tail(0);
  } else {
    put(0xF0U | (code_point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

}  // namespace lockstep::oracle
