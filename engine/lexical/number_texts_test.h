// Every number text of at most five bytes, with its value: what tests of numbers compare with. Arithmetic of
// this file's own.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::engine::number_texts {

// LOCKSTEP_SEED where it is set; printed.
inline std::uint32_t seed_of(std::uint32_t otherwise) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint32_t out = given != nullptr ? static_cast<std::uint32_t>(std::stoul(given)) : otherwise;
  std::cout << "LOCKSTEP_SEED=" << out << "\n";
  return out;
}

inline constexpr std::size_t kMostBytes = 5;
inline constexpr std::string_view kAlphabet = "-+.eE0123456789";

// coefficient * 10^exponent; the coefficient is no multiple of 10 unless it is 0.
struct Value {
  std::int64_t coefficient = 0;
  int exponent = 0;
};

inline Value value_of(std::int64_t coefficient, int exponent) {
  while (coefficient != 0 && coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  return {coefficient, coefficient == 0 ? 0 : exponent};
}

// Coefficients have at most six digits, so beyond twelve places of difference the exponents decide.
inline int order(Value a, Value b) {
  if (a.coefficient == 0 || b.coefficient == 0 || (a.coefficient < 0) != (b.coefficient < 0)) {
    return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0;
  }
  const int sign = a.coefficient < 0 ? -1 : 1;
  if (a.exponent > b.exponent + 12) return sign;
  if (b.exponent > a.exponent + 12) return -sign;
  for (; a.exponent > b.exponent; --a.exponent) a.coefficient *= 10;
  for (; b.exponent > a.exponent; --b.exponent) b.coefficient *= 10;
  return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0;
}

// The norm's rule, written out.
inline std::string canonical(Value value) {
  if (value.coefficient == 0) return "0";
  const std::string sign = value.coefficient < 0 ? "-" : "";
  const std::string d = std::to_string(value.coefficient < 0 ? -value.coefficient : value.coefficient);
  const int n = static_cast<int>(d.size());
  const int k = value.exponent;
  const int plain_digits = k >= 0 ? n + k : k > -n ? n : 1 - k;
  if (plain_digits > 32) {
    return sign + d[0] + (n > 1 ? "." + d.substr(1) : "") + "e" + std::to_string(n + k - 1);
  }
  if (k >= 0) return sign + d + std::string(static_cast<std::size_t>(k), '0');
  if (k > -n)
    return sign + d.substr(0, static_cast<std::size_t>(n + k)) + "." +
           d.substr(static_cast<std::size_t>(n + k));
  return sign + "0." + std::string(static_cast<std::size_t>(-k - n), '0') + d;
}

// A text that begins a number text of at most kMostBytes.
struct Node {
  std::string text;
  int parent = -1;
  bool number = false;
  bool plain = false;
  bool is_canonical = false;
  Value value;
};

// All of them, parents first. Built from the grammar's parts, not by an automaton.
class Texts {
 public:
  Texts() {
    node_of("");
    const std::vector<std::string> runs = digit_runs(kMostBytes);
    for (const std::string& integer : runs) {
      if (integer.size() > 1 && integer[0] == '0') continue;
      for (const char* sign : {"", "-"}) add_integer(sign, integer, runs);
    }
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  static std::vector<std::string> digit_runs(std::size_t longest) {
    std::vector<std::string> out, last = {""};
    for (std::size_t size = 1; size <= longest; ++size) {
      std::vector<std::string> next;
      for (const std::string& run : last) {
        for (char c = '0'; c <= '9'; ++c) next.push_back(run + c);
      }
      out.insert(out.end(), next.begin(), next.end());
      last = next;
    }
    return out;
  }

  void add_integer(const std::string& sign, const std::string& integer,
                   const std::vector<std::string>& runs) {
    const std::string start = sign + integer;
    if (start.size() > kMostBytes) return;
    add_exponents(start, std::stoll(start), 0, runs);
    for (const std::string& fraction : runs) {
      if (start.size() + 1 + fraction.size() > kMostBytes) break;
      add_exponents(start + "." + fraction, std::stoll(start + fraction), -static_cast<int>(fraction.size()),
                    runs);
    }
  }

  void add_exponents(const std::string& start, std::int64_t coefficient, int exponent,
                     const std::vector<std::string>& runs) {
    add(start, value_of(coefficient, exponent));
    for (const char* mark : {"e", "E", "e+", "E+", "e-", "E-"}) {
      for (const std::string& run : runs) {
        const std::string text = start + mark + run;
        if (text.size() > kMostBytes) break;
        add(text, value_of(coefficient, exponent + (mark[1] == '-' ? -1 : 1) * std::stoi(run)));
      }
    }
  }

  void add(const std::string& text, Value value) {
    Node& node = nodes_[static_cast<std::size_t>(node_of(text))];
    node.number = true;
    node.plain = text.find_first_of(".eE") == std::string::npos;
    node.value = value;
    node.is_canonical = text == canonical(value);
  }

  int node_of(const std::string& text) {
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    const int parent = text.empty() ? -1 : node_of(text.substr(0, text.size() - 1));
    const int id = static_cast<int>(nodes_.size());
    nodes_.push_back({text, parent, false, false, false, {}});
    ids_.emplace(text, id);
    return id;
  }

  std::vector<Node> nodes_;
  std::map<std::string, int> ids_;
};

inline const std::vector<Node>& all_texts() {
  static const Texts texts;
  return texts.nodes();
}

}  // namespace lockstep::engine::number_texts
