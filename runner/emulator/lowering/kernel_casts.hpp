#pragma once

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// `cudaLaunchKernel((void*)kernel, ...)` becomes `cudaLaunchKernel(kernel, ...)`: on the emulated device the
/// runtime's functions that take a kernel need its type.
void remove_kernel_casts(const Sequence& sequence, std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
