#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/functions.hpp"

namespace cuda_emulator::lowering {

/// `extern __shared__ T name[];` becomes a reference to the memory that a launch asks for; declared outside
/// of functions, a reference in each function that uses it.
void lower_shared_memory(const Sequence& sequence, const FunctionBodies& bodies, std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
