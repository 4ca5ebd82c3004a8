#include <cuda_runtime.h>

__global__ void scale(int* values, int factor, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) values[i] *= factor;
}
