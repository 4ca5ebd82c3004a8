#pragma once

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Device memory for the program; `code` is where it asked for it.
cudaError_t allocate(void** address, std::size_t bytes, const void* code);

}  // namespace cuda_emulator
