#include "runner/emulator/front_end/ir/ir_text.hpp"

#include <cctype>

namespace cuda_front_end {
namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$' || c == '-';
}

std::size_t quote_end(std::string_view text, std::size_t open) {
  const std::size_t end = text.find('"', open + 1);
  return end == text.npos ? text.size() : end;
}

/// The position of `word` in `text` as a whole word, from `from` on; npos if there is none.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || (!is_word_character(text[at - 1]) && text[at - 1] != '@' &&
                                    text[at - 1] != '%' && text[at - 1] != '"');
    if (begins && (end == text.size() || !is_word_character(text[end]))) return at;
  }
  return text.npos;
}

}  // namespace

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = quote_end(text, at);
        break;
      case '(':
      case '[':
      case '{':
      case '<':
        ++depth;
        break;
      case ')':
      case ']':
      case '}':
      case '>':
        if (--depth == 0) return at;
        break;
      default:
        break;
    }
  }
  return text.npos;
}

std::size_t name_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  if (at < text.size() && text[at] == '"') return quote_end(text, at) + 1;
  while (at < text.size() && is_word_character(text[at])) ++at;
  return at;
}

std::size_t type_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  if (at >= text.size()) return at;
  if (text[at] == '[' || text[at] == '<' || text[at] == '{') {
    at = closing_bracket(text, at) + 1;
  } else if (text[at] == '%') {
    at = name_end(text, at);
  } else {
    while (at < text.size() && is_word_character(text[at])) ++at;
  }
  for (;;) {
    if (at < text.size() && text[at] == '*') {
      ++at;
    } else if (text.substr(at, 2) == " (") {  // a function type
      at = closing_bracket(text, at + 1) + 1;
    } else {
      return at;
    }
  }
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      at = quote_end(text, at);
    } else if (text[at] == '(' || text[at] == '[' || text[at] == '{' || text[at] == '<') {
      at = closing_bracket(text, at);
      if (at == text.npos) break;
    } else if (text[at] == ',') {
      parts.push_back(without_blanks(text.substr(begin, at - begin)));
      begin = at + 1;
    }
  }
  if (const auto last = without_blanks(text.substr(begin)); !last.empty()) parts.push_back(last);
  return parts;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::size_t attributes_group(std::string_view define) {
  const std::size_t open = define.find('(', name_end(define, define.find('@')));
  return define.find(" #", closing_bracket(define, open));
}

std::string_view digits_at(std::string_view text, std::size_t at) {
  return text.substr(at, text.find_first_not_of("0123456789", at) - at);
}

std::string without_quoted(std::string_view text) {
  std::string rest;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted) rest += c;
  }
  return rest;
}

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word, 0) != text.npos;
}

std::string without_word(std::string text, std::string_view word) {
  for (std::size_t at = find_word(text, word, 0); at != text.npos; at = find_word(text, word, at)) {
    text.erase(at, word.size() + (text.substr(at + word.size(), 1) == " "));
  }
  return text;
}

std::size_t number_after(std::string_view text, std::string_view word) {
  const std::size_t at = find_word(text, word, 0);
  if (at == text.npos) return 0;
  std::size_t number = 0;
  for (std::size_t digit = at + word.size() + 1; digit < text.size() && std::isdigit(text[digit]); ++digit) {
    number = number * 10 + static_cast<std::size_t>(text[digit] - '0');
  }
  return number;
}

std::string pointer_to(std::string_view type, bool typed) {
  return typed ? std::string(type) + "*" : "ptr";
}

std::string plain_name(std::string_view name) {
  name.remove_prefix(1);
  if (name.size() >= 2 && name.front() == '"') name = name.substr(1, name.size() - 2);
  return std::string(name);
}

}  // namespace cuda_front_end
