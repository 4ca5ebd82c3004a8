#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runner/emulator/lowering/token.hpp"

namespace cuda_emulator::lowering {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Which brackets of a token sequence belong together; indices of tokens, `nowhere` for a bracket that is
/// alone and for what is none. Each branch of an #if starts from what was open before the #if.
struct Brackets {
  std::vector<std::size_t> partner;
  /// The innermost bracket that is open at a token.
  std::vector<std::size_t> enclosing;
  /// For a bracket that is open at the end of a branch of
  /// an #if: the one that stands for it in the last branch.
  std::vector<std::size_t> twin;
  /// How many round brackets are open at a token.
  std::vector<std::size_t> round_depth;
};

Brackets match_brackets(std::span<const Token> tokens);

}  // namespace cuda_emulator::lowering
