#pragma once

#include <string_view>
#include <vector>

#include "runner/emulator/lowering/token.hpp"

namespace cuda_emulator::lowering {

/// What `#define` gives a name: `tokens` is its replacement list.
struct Macro {
  std::string_view name;
  std::vector<Token> tokens;
};

struct LexedSource {
  std::vector<Token> tokens;              ///< outside of directives, and the conditional directives
  std::vector<Macro> macros;              ///< in their order
  std::vector<std::string_view> headers;  ///< what is included, with its quotes or angle brackets
};

/// Cuts a C++ source into tokens, without preprocessing it; comments and white space are left out, and so is
/// what stands under `#if 0`. Takes any bytes: what is no token of C++ is a punctuator, a literal that does
/// not end ends with its line. The tokens refer to `source`.
LexedSource lex(std::string_view source);

}  // namespace cuda_emulator::lowering
