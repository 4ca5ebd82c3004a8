#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// `extern __shared__ T name[];` becomes a reference to the memory that a launch asks for, in a function;
/// outside of functions it becomes a declaration of that memory itself.
void lower_shared_memory(const Sequence& sequence, std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
