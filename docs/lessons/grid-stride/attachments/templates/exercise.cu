#include <cuda_runtime.h>

// Multiplies all n values by the factor. The grid has 8 blocks of 128 threads, whatever n is.
__global__ void scale(int* values, int factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}
