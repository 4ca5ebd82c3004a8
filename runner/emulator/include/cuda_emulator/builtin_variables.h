/// What a kernel's thread knows about itself. The runtime sets these variables whenever it switches to another
/// CUDA thread. They are `__thread`, not `thread_local`: no initialisation has to run first, so a read is a
/// single load.
#pragma once

#include "../vector_types.h"

#ifdef __CUDA__
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
__device__ constexpr int warpSize = 32;
#else
extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("initial-exec")));

constexpr int warpSize = 32;
#endif
