// The launches stand in an included file, as templates and as a macro.
#include "launch_from_a_header.cuh"

#include <cstdio>

__global__ void filled(float *x, int n, float value) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) x[i] = value;
}

struct Axpy {
  float a;
  const float *x;
  float *y;
  __device__ void operator()(int i) const { y[i] += a * x[i]; }
};

struct Odd {
  float *y;
  __device__ void operator()(int i) const {
    if (i & 1) y[i] = -y[i];
  }
};

int main() {
  constexpr int n = 333;
  float *x, *y, h[n];
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  FILL(x, n, 1.5f);
  FILL(y, n, 0.25f);
  forEach(n, Axpy{2.0f, x, y});
  forEach(n, Odd{y});
  cudaMemcpy(h, y, n * sizeof(float), cudaMemcpyDeviceToHost);
  float sum = 0;
  for (float v : h) sum += v;
  std::printf("%g %g %g, sum %g\n", h[0], h[1], h[n - 1], sum);
  cudaFree(x);
  cudaFree(y);
}
