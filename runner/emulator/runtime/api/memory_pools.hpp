#pragma once

#include "runner/emulator/include/cuda_emulator/memory_pools.h"

namespace cuda_emulator {

/// Device memory that counts as the pool's, the device's current one if `pool` is null, until it is given back.
cudaError_t allocate_from_pool(void** address, std::size_t bytes, cudaMemPool_t pool, const void* code);
void give_back_to_pool(const void* address);

}  // namespace cuda_emulator
