// One thread does it all, as on a CPU.
#include <cuda_runtime.h>

__global__ void add_all(const int* a, const int* b, int* sums, int n) {
  for (int i = 0; i < n; ++i) sums[i] = a[i] + b[i];
}

void add(const int* a, const int* b, int* sums, int n) {
  add_all<<<1, 1>>>(a, b, sums, n);
}
