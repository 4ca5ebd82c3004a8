/// What clang turns `kernel<<<grid, block, shared, stream>>>(arguments)` into.
#pragma once

#include <cstddef>

#include "../driver_types.h"

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                                     cudaStream_t stream = nullptr);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream);
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
}
