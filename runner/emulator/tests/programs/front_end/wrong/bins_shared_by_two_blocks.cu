// Block-scoped atomics on bins that belong to two blocks each.
#include <cstdio>

__global__ void count(const int *values, int n, int *bins) {
  int *mine = bins + blockIdx.x / 2 * 10;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
#ifdef REPAIRED
    atomicAdd(&mine[values[i] % 10], 1);
#else
    atomicAdd_block(&mine[values[i] % 10], 1);  // fault: global-memory-race
#endif
  }
}

int main() {
  const int n = 1234, blocks = 6;
  static int h[n];
  int bins[30], sums[10] = {}, *values, *d;
  for (int i = 0; i < n; ++i) h[i] = i * i + 3;
  cudaMalloc(&values, sizeof h);
  cudaMalloc(&d, sizeof bins);
  cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d, 0, sizeof bins);
  count<<<blocks, 64>>>(values, n, d);
  cudaMemcpy(bins, d, sizeof bins, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 30; ++i) sums[i % 10] += bins[i];
  for (int s : sums) printf("%d ", s);
  printf("\n");
  cudaFree(values);
  cudaFree(d);
}
