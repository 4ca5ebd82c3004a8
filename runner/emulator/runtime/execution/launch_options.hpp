#pragma once

#include <cstddef>

#include "runner/emulator/runtime/execution/launch_shape.hpp"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// Room for the arguments of the next launch of this host thread.
/// Kernels may read it, as they may not the host's memory.
void* parameter_memory(std::size_t bytes);

/// Runs `call(parameters)` for every thread of the grid; `row` is null for what is no kernel of the program. Gives
/// the error of the launch, which is recorded, not one that the kernel made.
cudaError_t launch_grid(const KernelRow* row, const char* kernel_name, const LaunchShape& shape,
                        void (*call)(void*), void* parameters);

/// All blocks of the next grid that this host thread launches run at once.
void make_next_launch_cooperative();

}  // namespace cuda_emulator
