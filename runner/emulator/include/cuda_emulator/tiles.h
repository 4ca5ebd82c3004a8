/// What tiles of several warps are made of, and a block's barrier in two steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "qualifiers.h"

namespace cuda_emulator {

/// Waits for all threads of the tile of `size` threads that the calling one is in.
__device__ void synchronise_tile(unsigned size);
/// Each thread of the tile gets at `result` what the thread of the rank `source` has at `value`: at most 32 bytes.
__device__ void exchange_in_tile(unsigned size, const void* value, void* result, std::size_t bytes,
                                 unsigned source);

/// The first step gives what the second waits for.
__device__ std::uint64_t arrive_at_block_barrier();
__device__ void wait_at_block_barrier(std::uint64_t phase);

}  // namespace cuda_emulator
