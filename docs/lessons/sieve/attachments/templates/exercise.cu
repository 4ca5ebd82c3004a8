#include <cuda_runtime.h>

// composite[m] becomes 1 for each composite m below n; all are 0 at first. Right, but most of it is done many times.
__global__ void cross_out(int p, int n, int* composite) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x * p;
  for (int multiple = 2 * p + thread * p; multiple < n; multiple += stride) composite[multiple] = 1;
}

void sieve(int n, int* composite) {
  for (int p = 2; p * p < n; ++p) cross_out<<<8, 256>>>(p, n, composite);
}
