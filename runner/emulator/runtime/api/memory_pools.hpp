#pragma once

#include "runner/emulator/include/cuda_emulator/memory_pools.h"

namespace cuda_emulator {

/// Allocates device memory that counts towards the pool until it is freed; null stands for the device's
/// current pool.
cudaError_t allocate_from_pool(void** address, std::size_t bytes, cudaMemPool_t pool, const void* code);
void give_back_to_pool(const void* address);

}  // namespace cuda_emulator
