#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// `kernel<T><<<grid, block>>>(arguments)` becomes `configure(grid, block) ? void() : kernel<T>(arguments)`:
/// the call stays a call, and C++ itself finds the overload, deduces and converts. A launch of which an end
/// is missing is left to the compiler.
void lower_launches(const Sequence& sequence, const std::vector<bool>& on_device_only,
                    std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
