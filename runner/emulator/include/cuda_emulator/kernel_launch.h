/// Launching: the functions into which clang turns `kernel<<<grid, block, shared, stream>>>(arguments)`, and
/// the API calls.
#pragma once

#include <cstddef>

#include "../driver_types.h"
#include "qualifiers.h"

CUDA_EMULATOR_API_BEGIN
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block = 1, std::size_t shared_bytes = 0,
                                     cudaStream_t stream = nullptr);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream);

/// `arguments[n]` points to the kernel's argument number n.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream);
/// All blocks run at the same time, so that they can wait for each other.
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream);
}
CUDA_EMULATOR_API_END

template <class T>
cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes = 0,
                             cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared_bytes,
                          stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments,
                                     shared_bytes, stream);
}
