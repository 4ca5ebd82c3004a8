/// What host code may ask of a kernel, and the launch by a call.
#pragma once

#include <cstddef>
#include <utility>

#include "../driver_types.h"
#include "lowered.h"

namespace cuda_emulator {

/// The same for every kernel.
cudaError_t function_attributes(cudaFuncAttributes* attributes);
cudaError_t resident_blocks(int* blocks, int block_size, std::size_t shared_bytes);
cudaError_t allow_shared_bytes(int bytes);
cudaError_t begin_cooperative_launch(dim3 grid, dim3 block, std::size_t shared_bytes);
cudaError_t launch_result();

template <class... Parameters, std::size_t... numbers>
void call_with(void (*kernel)(Parameters...), void** arguments, std::index_sequence<numbers...>) {
  kernel(*static_cast<std::decay_t<Parameters>*>(arguments[numbers])...);
}

}  // namespace cuda_emulator

/// `arguments[n]` points to the kernel's argument number n.
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  cuda_emulator::configure(grid, block, shared_bytes, stream)
      ? void()
      : cuda_emulator::call_with(kernel, arguments, std::index_sequence_for<Parameters...>());
  return cuda_emulator::launch_result();
}

/// All blocks run at once, so that they can wait for each other.
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr) {
  if (const cudaError_t error = cuda_emulator::begin_cooperative_launch(grid, block, shared_bytes))
    return error;
  return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*)(Parameters...)) {
  return cuda_emulator::function_attributes(attributes);
}
template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*)(Parameters...), cudaFuncAttribute attribute, int value) {
  return attribute == cudaFuncAttributeMaxDynamicSharedMemorySize ? cuda_emulator::allow_shared_bytes(value)
                                                                  : cudaSuccess;
}
template <class... Parameters>
cudaError_t cudaFuncSetCacheConfig(void (*)(Parameters...), cudaFuncCache) {
  return cudaSuccess;
}
template <class... Parameters>
cudaError_t cudaFuncSetSharedMemConfig(void (*)(Parameters...), cudaSharedMemConfig) {
  return cudaSuccess;
}

template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void (*)(Parameters...),
                                                          int block_size, std::size_t shared_bytes) {
  return cuda_emulator::resident_blocks(blocks, block_size, shared_bytes);
}
/// For a kernel whose type is forgotten.
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int block_size,
                                                                 std::size_t shared_bytes) {
  return cuda_emulator::resident_blocks(blocks, block_size, shared_bytes);
}
template <class... Parameters>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid_size, int* block_size, void (*)(Parameters...),
                                               std::size_t shared_bytes = 0, int block_size_limit = 0) {
  *block_size = block_size_limit > 0 && block_size_limit < 1024 ? block_size_limit : 1024;
  const cudaError_t error = cuda_emulator::resident_blocks(least_grid_size, *block_size, shared_bytes);
  *least_grid_size *= 16;
  return error;
}
