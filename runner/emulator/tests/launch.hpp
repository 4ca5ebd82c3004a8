#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// What stands between `<<<` and `>>>`.
struct LaunchShape {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
};

/// A kernel that runs what a test wants each thread to do, most often a lambda.
template <class Body, class... Arguments>
__global__ void run_body(Body body, Arguments... arguments) {
  body(arguments...);
}

template <class Body, class... Arguments>
void launch(const LaunchShape& shape, Body body, Arguments... arguments) {
  run_body<<<shape.grid, shape.block, shape.shared_bytes>>>(body, arguments...);
}

/// The dynamic shared memory of the block that this thread belongs to.
__device__ inline char* dynamic_shared_memory() {
  extern __shared__ char memory[];
  return memory;
}
