#include "problems/common/input_error.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <utility>

namespace problems {
namespace {

constexpr std::size_t longest_quote = 40;
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
        out += fmt::format("\\x{:02X}", static_cast<unsigned char>(character));
      }
  }
}

/// Counts in bytes, which a compiler can do many at a time: a Reader passes its whole input through here.
std::size_t newlines_in(std::string_view text) {
  constexpr std::size_t block_bytes =
      240;  // as many as a byte can count, and a multiple of the vector length
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, block_bytes);
    std::uint8_t in_block = 0;
    for (const char character : block) in_block = static_cast<std::uint8_t>(in_block + (character == '\n'));
    lines += in_block;
    text.remove_prefix(block.size());
  }
  return lines;
}

}  // namespace

Location location_after(Location from, std::string_view text) {
  const std::size_t lines = newlines_in(text);
  if (lines == 0) return {from.line, from.column + text.size()};
  return {from.line + lines, text.size() - text.rfind('\n')};
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
    : std::runtime_error(fmt::format("line {}, column {}: expected {}, found {}", at.line, at.column,
                                     expected_text, found_text)),
      line(at.line),
      column(at.column),
      expected(std::move(expected_text)),
      found(std::move(found_text)) {}

}  // namespace problems
