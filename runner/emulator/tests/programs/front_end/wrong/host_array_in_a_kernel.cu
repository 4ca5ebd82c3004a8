// A table of constants at file scope: const, but not on the device.
#include <iostream>

#ifdef REPAIRED
__constant__ float weights[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
#else
const float weights[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
#endif
static constexpr int radius = 2;  // a number may be used

__global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < radius || i >= n - radius) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += weights[k + radius] * in[i + k];  // refused: identifier "weights" is undefined in device code
  out[i] = sum;
}

int main() {
  const int n = 90;
  float h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i % 10 ? 0 : 10;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof h);
  blur<<<3, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  std::cout << h[10] << ' ' << h[11] << ' ' << h[12] << ' ' << h[13] << '\n';
  cudaFree(in);
  cudaFree(out);
}
