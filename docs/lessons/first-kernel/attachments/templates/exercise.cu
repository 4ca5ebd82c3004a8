#include <cuda_runtime.h>

// sums[i] = a[i] + b[i] for all i from 0 to n - 1. All three lie in the memory of the GPU.
__global__ void add_each(const int* a, const int* b, int* sums, int n) {
  // Which element is this thread's?
}

void add(const int* a, const int* b, int* sums, int n) {
  add_each<<<1, 256>>>(a, b, sums, n);
}
