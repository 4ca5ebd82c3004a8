// 4 bytes at a time.
#include <cuda_runtime.h>

__global__ void copy_each(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void copy(const int* in, int* out, int n) {
  copy_each<<<(n + 255) / 256, 256>>>(in, out, n);
}
