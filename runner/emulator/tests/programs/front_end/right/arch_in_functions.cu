// One function for both sides: __CUDA_ARCH__ tells it where it is being compiled.
#include <cmath>
#include <cstdio>

__host__ __device__ inline const char *side() {
#ifdef __CUDA_ARCH__
  return "device";
#else
  return "host";
#endif
}

__host__ __device__ int leadingZeros(unsigned x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 0
  return __clz(x);
#else
  int n = 32;
  for (; x; x >>= 1) --n;
  return n;
#endif
}

__device__ int generation() {
#if __CUDA_ARCH__ >= 700
  return 2;  // independent threads
#elif __CUDA_ARCH__ >= 300
  return 1;
#else
  return 0;
#endif
}

class Clock {
 public:
  __host__ __device__ Clock() {
#if !defined(__CUDA_ARCH__)
    where = 'h';
#else
    where = 'd';
#endif
  }
  char where;
};

__global__ void ask(int *out) {
  Clock clock;
  printf("%s, clock made on '%c'\n", side(), clock.where);
  for (int i = 0; i < 4; ++i) out[i] = leadingZeros(5u << (7 * i));
  out[4] = generation();
}

int main() {
  int *d, h[5];
  cudaMalloc(&d, sizeof h);
  ask<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  Clock clock;
  printf("%s, clock made on '%c'\n", side(), clock.where);
  for (int i = 0; i < 4; ++i) printf("%d%s", h[i], h[i] == leadingZeros(5u << (7 * i)) ? " same\n" : " differs\n");
  printf("generation %d\n", h[4]);
  cudaFree(d);
}
