/// Queries of host code about kernels.
#pragma once

#include <cstddef>

#include "../driver_types.h"

namespace cuda_emulator {

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t resident_blocks(int* blocks, const void* kernel, int block_size, std::size_t shared_bytes);
cudaError_t shared_bytes_left(std::size_t* bytes, const void* kernel, int blocks);

}  // namespace cuda_emulator

template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cuda_emulator::function_attributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class T>
cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return cuda_emulator::set_function_attribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T*, cudaFuncCache) {
  return cudaSuccess;
}
template <class T>
cudaError_t cudaFuncSetSharedMemConfig(T*, cudaSharedMemConfig) {
  return cudaSuccess;
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* kernel, int block_size,
                                                          std::size_t shared_bytes) {
  return cuda_emulator::resident_blocks(blocks, reinterpret_cast<const void*>(kernel), block_size,
                                        shared_bytes);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* kernel, int block_size,
                                                                   std::size_t shared_bytes, unsigned int) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_size, shared_bytes);
}
/// How much dynamic shared memory a block may use so that `blocks` of them fit on a multiprocessor.
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, T* kernel, int blocks,
                                                      int /*block_size*/) {
  return cuda_emulator::shared_bytes_left(bytes, reinterpret_cast<const void*>(kernel), blocks);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid_size, int* block_size, T* kernel,
                                               std::size_t shared_bytes = 0, int block_size_limit = 0) {
  *block_size = block_size_limit > 0 && block_size_limit < 1024 ? block_size_limit : 1024;
  const cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(least_grid_size, kernel, *block_size, shared_bytes);
  *least_grid_size *= 16;
  return error;
}
template <class T, class SharedBytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* least_grid_size, int* block_size, T* kernel,
                                                           SharedBytes shared_bytes,
                                                           int block_size_limit = 0) {
  int most = block_size_limit > 0 && block_size_limit < 1024 ? block_size_limit : 1024;
  for (int best = 0, size = most; size > 0; size -= 32) {
    int blocks = 0;
    if (const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, shared_bytes(size)))
      return error;
    if (blocks * size <= best) continue;
    best = blocks * size;
    *block_size = size;
    *least_grid_size = blocks * 16;
  }
  return cudaSuccess;
}
