#include "runner/emulator/front_end/ptx/tokens.hpp"

#include <array>
#include <cctype>

namespace cuda_front_end::ptx {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' || c == '%';
}

/// The end of the comment at `at`; `at` itself if there is none.
std::size_t comment_end(std::string_view text, std::size_t at) {
  const std::string_view two = text.substr(at, 2);
  if (two != "//" && two != "/*") return at;
  const std::size_t end = two == "//" ? text.find('\n', at) : text.find("*/", at + 2);
  if (end == text.npos && two == "/*") throw Invalid("a comment of inline PTX does not end");
  return end == text.npos ? text.size() : end + (two == "/*" ? 2 : 0);
}

std::size_t word_end(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_in_word(text[at])) ++at;
    // ld.global.L1::no_allocate
    if (text.substr(at, 2) != "::" || at + 2 >= text.size() || !is_in_word(text[at + 2])) return at;
    at += 2;
  }
}

/// Whether a number starts here: `1`, `.5`.
bool is_number_at(std::string_view text, std::size_t at) {
  return is_digit(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
}

std::size_t digits_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// The end of a number: `12`, `12U`, `0x1F`, `0f3F800000`, `1.5`, `.5`, `1e-3`. A letter that cannot belong
/// to it starts a word.
std::size_t number_end(std::string_view text, std::size_t at) {
  if (text[at] == '0' && at + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[at + 1])) &&
      std::string_view("xXbBfFdD").find(text[at + 1]) != text.npos) {
    at += 2;
    while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]))) ++at;
    return at;
  }
  std::size_t end = digits_end(text, at);
  if (text.substr(end, 1) == ".") end = digits_end(text, end + 1);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
    const std::size_t after = digits_end(text, end + 1 + sign);
    if (after > end + 1 + sign) end = after;
  }
  return end + (text.substr(end, 1) == "U" ? 1 : 0);
}

std::size_t operator_end(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 8> two = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  for (const std::string_view known : two) {
    if (text.substr(at, 2) == known) return at + 2;
  }
  return at + 1;
}

}  // namespace

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at]))) {
      ++at;
    } else if (const std::size_t after = comment_end(text, at); after != at) {
      at = after;
    } else {
      std::size_t end = operator_end(text, at);
      if (is_number_at(text, at))
        end = number_end(text, at);
      else if (is_in_word(text[at]))
        end = word_end(text, at);
      tokens.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  return tokens;
}

const std::string& Cursor::token(std::size_t ahead) const {
  static const std::string none;
  return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : none;
}

bool Cursor::take(std::string_view expected) {
  if (at_end() || token() != expected) return false;
  ++at_;
  return true;
}

void Cursor::expect(std::string_view expected) {
  if (take(expected)) return;
  const std::string found = at_end() ? "the end" : "'" + token() + "'";
  throw Invalid("inline PTX: expected '" + std::string(expected) + "' before " + found);
}

std::string Cursor::next() {
  if (at_end()) refuse();
  return tokens_[at_++];
}

void Cursor::refuse() const {
  throw Invalid(at_end() ? "inline PTX ends too early" : "inline PTX cannot be read at '" + token() + "'");
}

}  // namespace cuda_front_end::ptx
