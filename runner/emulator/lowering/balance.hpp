#pragma once

#include <span>

#include "runner/emulator/lowering/lexer.hpp"

namespace cuda_emulator::lowering {

/// Whether braces are left open, or closed too often, whichever branches of the #if are taken. Then the
/// compiler says what is missing, and what seems to stand within a function may not.
bool is_unbalanced(const LexedSource& source);

}  // namespace cuda_emulator::lowering
