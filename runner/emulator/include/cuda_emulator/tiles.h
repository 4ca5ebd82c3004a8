/// The basis of tiles of several warps, and a block's barrier in two steps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "qualifiers.h"

namespace cuda_emulator {

/// Waits for all threads of the calling thread's tile of `size` threads.
__device__ void synchronise_tile(unsigned size);
/// Each thread of the tile receives at `result` the `value`, of at most 32 bytes, of the thread with the rank
/// `source`.
__device__ void exchange_in_tile(unsigned size, const void* value, void* result, std::size_t bytes,
                                 unsigned source);

/// The first step returns what the second waits for.
__device__ std::uint64_t arrive_at_block_barrier();
__device__ void wait_at_block_barrier(std::uint64_t phase);

}  // namespace cuda_emulator
