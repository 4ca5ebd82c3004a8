#include <cuda_fp16.h>
#include <cuda_runtime.h>

// c is the product of a and b, three matrices of n x n, n a multiple of 16. Right, but each thread multiplies alone.
__global__ void multiply_each(const __half* a, const __half* b, float* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += __half2float(a[row * n + k]) * __half2float(b[k * n + column]);
  c[row * n + column] = sum;
}

void multiply(const __half* a, const __half* b, float* c, int n) {
  const dim3 blocks((n + 31) / 32, (n + 7) / 8);
  multiply_each<<<blocks, dim3(32, 8)>>>(a, b, c, n);
}
