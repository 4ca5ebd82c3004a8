#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// What a program exits with when a CUDA call failed.
inline constexpr int cuda_failed = 3;

/// Says on stderr which call failed and how, "CALL: cudaErrorName: text", and ends the program.
inline void check_cuda(cudaError_t result, const char* call) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s: %s\n", call, cudaGetErrorName(result), cudaGetErrorString(result));
  std::exit(cuda_failed);
}

#define CHECK_CUDA(call) check_cuda(call, #call)
