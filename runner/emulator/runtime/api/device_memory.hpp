#pragma once

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Allocates device memory for the program; `code` is the location of its call.
cudaError_t allocate(void** address, std::size_t bytes, const void* code);

/// Frees all memory of the current device, which `code` resets; live allocations are reported as leaked.
void give_all_back(const void* code);

}  // namespace cuda_emulator
