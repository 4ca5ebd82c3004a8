// Right as long as there are as many threads as elements.
#include <cuda_runtime.h>

__global__ void scale(int* values, int factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}
