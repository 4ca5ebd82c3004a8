#include "runner/emulator/front_end/ptx_tokens.hpp"

#include <cctype>

namespace cuda_front_end::ptx {
namespace {

bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' || c == '%';
}

/// Where the comment at `at` ends; `at` itself if there is none.
std::size_t comment_end(std::string_view text, std::size_t at) {
  const std::string_view two = text.substr(at, 2);
  if (two != "//" && two != "/*") return at;
  const std::size_t end = two == "//" ? text.find('\n', at) : text.find("*/", at + 2);
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

}  // namespace

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at]))) {
      ++at;
    } else if (const std::size_t after = comment_end(text, at); after != at) {
      at = after;
    } else {
      const std::size_t end = is_in_word(text[at]) ? word_end(text, at) : at + 1;
      tokens.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  return tokens;
}

}  // namespace cuda_front_end::ptx
