#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// `__shared__ T name[n];` in a function becomes a reference to memory of the block that the runtime knows
/// the extent of. What a reference cannot stand for stays a thread_local variable: where a lambda would
/// capture it by value, where a jump would go past it, a declaration in a macro or outside of functions.
void lower_static_shared_memory(const Sequence& sequence, std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
