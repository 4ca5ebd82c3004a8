// Ends too early: the last primes have multiples, too.
#include <cuda_runtime.h>

__global__ void cross_out(int p, int n, int* composite) {
  if (composite[p]) return;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x * p;
  for (int multiple = p * p + thread * p; multiple < n; multiple += stride) composite[multiple] = 1;
}

void sieve(int n, int* composite) {
  for (int p = 2; p * p + 400 < n; ++p) cross_out<<<8, 256>>>(p, n, composite);
}
