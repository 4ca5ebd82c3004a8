// Each thread has a part of its own, as the threads of a CPU would.
#include <cuda_runtime.h>

__global__ void scale(int* values, int factor, int n) {
  const int threads = gridDim.x * blockDim.x, part = (n + threads - 1) / threads;
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * part;
  for (int i = begin; i < begin + part && i < n; ++i) values[i] *= factor;
}
