#pragma once

#include <cstddef>
#include <string_view>

namespace cuda_emulator::lowering {

enum class TokenKind {
  identifier,  ///< keywords too
  number,
  string,  ///< raw ones too, with their prefix
  character,
  punctuator,  ///< one character each, except those that the lowering must distinguish: see lexer.cpp
  conditional  ///< a whole directive #if ... #endif; its text is its name: "if", "ifdef", "else", "endif"
};

struct Token {
  TokenKind kind;
  std::size_t begin;      ///< offset in the source
  std::string_view text;  ///< as written

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view what) const { return text == what; }
  bool is_identifier() const { return kind == TokenKind::identifier; }
};

}  // namespace cuda_emulator::lowering
