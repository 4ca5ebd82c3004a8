#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/emulator/runtime/execution/launch_shape.hpp"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// What the shared variables of a kernel need together.
std::size_t static_shared_bytes(const KernelRow& kernel);

/// What a block of the kernel may have of shared memory, static and dynamic; of one of ours if null.
std::size_t shared_bytes_limit(const KernelRow* kernel);

/// Lets blocks of the kernel have so many bytes of dynamic shared memory.
void raise_shared_bytes_limit(const KernelRow& kernel, std::size_t dynamic_bytes);

/// What of a launch is more, or less, than the device allows, in words; empty if it fits.
std::string exceeded_limit(const LaunchShape& shape, const KernelRow* kernel);

/// The shared memory of a block, static and dynamic.
std::size_t shared_bytes_of(const LaunchShape& shape, const KernelRow* kernel);

/// How many blocks of such a grid a multiprocessor holds at once.
unsigned resident_blocks_of(const LaunchShape& shape, const KernelRow* kernel);

/// How many blocks of such a grid the device holds at once.
std::uint64_t most_resident_blocks(const LaunchShape& shape, const KernelRow* kernel);

/// Whether all blocks of the grid fit on the device at once, else the error, which is recorded. The next launch
/// of this host thread is cooperative then.
cudaError_t begin_cooperative_launch(const KernelRow& kernel, const LaunchShape& shape);

}  // namespace cuda_emulator
