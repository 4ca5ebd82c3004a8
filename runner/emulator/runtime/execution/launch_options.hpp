#pragma once

#include <cstddef>

#include "runner/emulator/runtime/execution/launch_shape.hpp"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// Memory for the arguments of this host thread's next launch. Kernels may read it, unlike other host memory.
void* parameter_memory(std::size_t bytes);

/// Runs `call(parameters)` for every thread of the grid; `row` is null for a kernel that is not the
/// program's. Returns the error of the launch, which is recorded, not one that the kernel caused.
cudaError_t launch_grid(const KernelRow* row, const char* kernel_name, const LaunchShape& shape,
                        void (*call)(void*), void* parameters);

/// Makes all blocks of this host thread's next grid run at once.
void make_next_launch_cooperative();

}  // namespace cuda_emulator
