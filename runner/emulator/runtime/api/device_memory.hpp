#pragma once

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// Device memory for the program; `code` is where it asked for it.
cudaError_t allocate(void** address, std::size_t bytes, const void* code);

/// All memory of the current device, as of a device that is reset by `code`; what lived is reported as leaked.
void give_all_back(const void* code);

}  // namespace cuda_emulator
