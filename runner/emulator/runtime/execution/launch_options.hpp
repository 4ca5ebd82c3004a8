#pragma once

#include <cstddef>

#include "runner/emulator/include/cuda_emulator/launch.h"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// Runs `call(parameters)` for every thread of the grid; `row` is null for what is no kernel of the program. Gives
/// the error of the launch, which is recorded, not one that the kernel made.
cudaError_t launch_grid(const KernelRow* row, const char* kernel_name, const LaunchShape& shape,
                        void (*call)(void*), void* parameters);

/// All blocks of the next grid that this host thread launches run at once.
void make_next_launch_cooperative();

}  // namespace cuda_emulator
