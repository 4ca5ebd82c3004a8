#include "runner/emulator/front_end/spelling.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace cuda_front_end {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The opening quote of the raw string at `at`; `at` if there is none.
std::size_t raw_quote(std::string_view source, std::size_t at) {
  for (const std::string_view prefix : {"R\"", "LR\"", "uR\"", "UR\"", "u8R\""}) {
    if (source.substr(at).starts_with(prefix)) return at + prefix.size() - 1;
  }
  return at;
}

/// The end of the comment, string or character literal at `at`; `at` if there is none.
std::size_t end_of_text(std::string_view source, std::size_t at) {
  const auto after = [&](std::string_view end, std::size_t from) {
    const std::size_t found = source.find(end, from);
    return found == source.npos ? source.size() : found + end.size();
  };
  const std::string_view rest = source.substr(at);
  if (const std::size_t quote = raw_quote(source, at); quote != at) {
    const std::size_t open = source.find('(', quote);
    if (open == source.npos) return source.size();
    std::string end(")");
    end.append(source.substr(quote + 1, open - quote - 1)).append("\"");
    return after(end, open);
  }
  if (rest.starts_with("//")) return std::min(source.find('\n', at), source.size());
  if (rest.starts_with("/*")) return after("*/", at + 2);
  if (rest[0] != '"' && rest[0] != '\'') return at;
  // An apostrophe within a number: 1'000.
  if (rest[0] == '\'' && at > 0 && is_name_character(source[at - 1])) return at;
  std::size_t end = at + 1;
  while (end < source.size() && source[end] != rest[0] && source[end] != '\n')
    end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

std::size_t name_from(std::string_view source, std::size_t at) {
  while (at < source.size() && is_name_character(source[at])) ++at;
  return at;
}

/// Joins `<< <` and `>> >`, and moves the spaces behind them.
bool is_apart(std::string_view source, std::size_t at, std::size_t& end) {
  const char bracket = source[at];
  if ((bracket != '<' && bracket != '>') || at + 1 >= source.size() || source[at + 1] != bracket)
    return false;
  const std::size_t third = source.find_first_not_of(" \t", at + 2);
  if (third == source.npos || third == at + 2 || source[third] != bracket) return false;
  end = third + 1;
  return true;
}

bool comes_before_alignas(std::string_view word) {
  return word == "__shared__" || word == "__device__" || word == "__constant__" || word == "__managed__" ||
         word == "static" || word == "extern" || word == "const" || word == "volatile";
}

}  // namespace

std::string clang_spelling(std::string_view source) {
  std::string result;
  std::string_view word;  // the last one, if only spaces followed
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = end_of_text(source, at);
    if (end > at) {
      result += source.substr(at, end - at);
      word = {};
    } else if (word == "operator" && !std::isspace(static_cast<unsigned char>(source[at]))) {
      end = std::min(at + 2, source.size());  // `operator<< <T>` is no launch
      result += source.substr(at, end - at);
      word = {};
    } else if (is_apart(source, at, end)) {
      result.append(3, source[at]).append(end - at - 3, ' ');
      word = {};
    } else if (is_name_character(source[at])) {
      end = name_from(source, at);
      const std::string_view name = source.substr(at, end - at);
      result += name == "alignas" && comes_before_alignas(word) ? "_Alignas" : name;
      word = name;
    } else {
      if (!std::isspace(static_cast<unsigned char>(source[at]))) word = {};
      result += source[at];
      end = at + 1;
    }
    at = end;
  }
  return result;
}

}  // namespace cuda_front_end
