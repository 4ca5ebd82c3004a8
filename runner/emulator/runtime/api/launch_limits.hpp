#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/emulator/runtime/execution/launch_shape.hpp"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// The total size of a kernel's shared variables.
std::size_t static_shared_bytes(const KernelRow& kernel);

/// How much shared memory, static and dynamic, a block of the kernel may use on the current device; null stands
/// for one of the runtime's own kernels.
std::size_t shared_bytes_limit(const KernelRow* kernel);

/// Allows blocks of the kernel this many bytes of dynamic shared memory on the current device.
void raise_shared_bytes_limit(const KernelRow& kernel, std::size_t dynamic_bytes);

/// What exceeds, or falls below, the device's limits for a launch, in words; empty if the launch fits.
std::string exceeded_limit(const LaunchShape& shape, const KernelRow* kernel);

/// The shared memory of a block, static and dynamic.
std::size_t shared_bytes_of(const LaunchShape& shape, const KernelRow* kernel);

/// How many blocks of such a grid fit on a multiprocessor at once.
unsigned resident_blocks_of(const LaunchShape& shape, const KernelRow* kernel);

/// How many blocks of such a grid fit on the device at once.
std::uint64_t most_resident_blocks(const LaunchShape& shape, const KernelRow* kernel);

/// Checks that all blocks of the grid fit on the device at once, and makes this host thread's next launch
/// cooperative; otherwise records and returns the error.
cudaError_t begin_cooperative_launch(const KernelRow& kernel, const LaunchShape& shape);

}  // namespace cuda_emulator
