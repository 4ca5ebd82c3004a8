#include <cuda_runtime.h>

__global__ void copy_fours(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) reinterpret_cast<int4*>(out)[i] = reinterpret_cast<const int4*>(in)[i];
  const int rest = n / 4 * 4 + i;  // up to three values
  if (i < 4 && rest < n) out[rest] = in[rest];
}

void copy(const int* in, int* out, int n) {
  copy_fours<<<n / 4 / 256 + 1, 256>>>(in, out, n);
}
