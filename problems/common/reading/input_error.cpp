#include "problems/common/reading/input_error.hpp"

#include <utility>

#include "base/white_space.hpp"

namespace problems {
namespace {

constexpr std::size_t longest_quote = 40;
constexpr std::string_view hex_digits = "0123456789ABCDEF";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

void append_escaped(std::string& out, char character) {
  switch (character) {
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    default:
      if (character >= ' ' && character <= '~') {
        out += character;
      } else {
        const auto code = static_cast<unsigned char>(character);
        out += std::string("\\x") + hex_digits[code / 16] + hex_digits[code % 16];
      }
  }
}

}  // namespace

Location location_after(Location from, std::string_view text) {
  const std::size_t lines = base::newlines_in(text);
  if (lines == 0) return {from.line, from.column + text.size()};
  return {from.line + lines, text.size() - text.rfind('\n')};
}

Location location_after(Location from, Location end) {
  if (end.line == 1) return {from.line, from.column + end.column - 1};
  return {from.line + end.line - 1, end.column};
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char character : text.substr(0, longest_quote)) append_escaped(out, character);
  if (text.size() > longest_quote) out += "...";
  out += '"';
  if (text.starts_with(byte_order_mark)) out += " (a UTF-8 byte order mark)";
  return out;
}

InputError::InputError(Location at, std::string expected_text, std::string found_text)
    : std::runtime_error("line " + std::to_string(at.line) + ", column " + std::to_string(at.column) +
                         ": expected " + expected_text + ", found " + found_text),
      line(at.line),
      column(at.column),
      expected(std::move(expected_text)),
      found(std::move(found_text)) {}

}  // namespace problems
