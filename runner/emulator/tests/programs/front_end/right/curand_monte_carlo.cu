// Pi by throwing darts: every thread has a generator of its own, MRG32k3a or XORWOW, by template.
#include <cstdio>
#include <cstdlib>
#include <curand_kernel.h>

template <typename Generator>
__global__ void darts(unsigned long long seed, int throws, unsigned long long *hits) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  Generator generator;
  curand_init(seed, id, 0, &generator);
  int inside = 0;
  for (int i = 0; i < throws; ++i) {
    float x = curand_uniform(&generator), y = curand_uniform(&generator);
    inside += x * x + y * y <= 1.0f;
  }
  atomicAdd(hits, (unsigned long long)inside);
}

template <typename Generator>
unsigned long long run(const char *name, int blocks, int threads, int throws) {
  unsigned long long *d, hits = 0;
  if (cudaMalloc(&d, sizeof hits) != cudaSuccess) exit(1);
  cudaMemcpy(d, &hits, sizeof hits, cudaMemcpyHostToDevice);
  darts<Generator><<<blocks, threads>>>(2024, throws, d);
  cudaMemcpy(&hits, d, sizeof hits, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%s: %llu of %d, pi is about %.3f\n", name, hits, blocks * threads * throws,
         4.0 * hits / (blocks * threads * throws));
  return hits;
}

int main() {
  auto a = run<curandState_t>("XORWOW", 3, 50, 200);
  auto b = run<curandStateMRG32k3a>("MRG32k3a", 2, 30, 150);
  auto c = run<curandStatePhilox4_32_10_t>("Philox", 3, 50, 200);
  return a == 0 || b == 0 || c == 0;
}
