// A header for two compilers: what nvcc defines decides what the code becomes.
#include <cstdio>

#ifdef __NVCC__
#define COMPILER "nvcc"
#else
#define COMPILER "another compiler"
#endif

#ifdef __CUDACC__
#define KERNEL __global__
#define ON_DEVICE __device__
#else
#define KERNEL
#define ON_DEVICE
#endif

#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 11
#define MODERN 1
#else
#define MODERN 0
#endif

#if defined __CUDACC_VER_MINOR__ && defined __CUDACC_VER_BUILD__
#define HAS_FULL_VERSION true
#else
#define HAS_FULL_VERSION false
#endif

#ifndef CUDART_VERSION
#error "no runtime"
#endif

#ifdef __cplusplus
#define LANGUAGE (__cplusplus >= 201703L ? "C++17 or later" : "older C++")
#endif

ON_DEVICE int magic() { return MODERN ? 17 : 3; }

KERNEL void fill(int *out) { out[threadIdx.x] = magic() * (int)threadIdx.x; }

int main() {
  std::printf("%s, %s, modern %d, full version %d, runtime %s\n", COMPILER, LANGUAGE, MODERN, HAS_FULL_VERSION,
              CUDART_VERSION >= 11000 ? "11 or later" : "old");
  int *d, h[6];
  cudaMalloc(&d, sizeof h);
  fill<<<1, 6>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int x : h) std::printf("%d ", x);
  std::printf("\n");
  cudaFree(d);
}
