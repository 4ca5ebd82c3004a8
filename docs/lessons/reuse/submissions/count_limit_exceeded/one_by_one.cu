// Each thread reads its row and its column by itself.
#include <cuda_runtime.h>

__global__ void multiply_each(const int* a, const int* b, int* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

void multiply(const int* a, const int* b, int* c, int n) {
  const dim3 threads(32, 8);
  const dim3 blocks((n + 31) / 32, (n + 7) / 8);
  multiply_each<<<blocks, threads>>>(a, b, c, n);
}
