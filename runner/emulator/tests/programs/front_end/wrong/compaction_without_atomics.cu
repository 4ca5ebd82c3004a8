// Positive elements are collected behind a counter that is no atomic one.
#include <algorithm>
#include <cstdio>
#include <vector>
using std::vector;

__device__ int counter;

__global__ void collect(const int *in, int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
#ifdef REPAIRED
    int at = atomicAdd(&counter, 1);
#else
    int at = counter++;  // fault: global-memory-race
#endif
    out[at] = in[i];
  }
}

int main() {
  const int n = 515;
  vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i * 3 % 17 - 8;
  int *in, *out, zero = 0, found;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(counter, &zero, sizeof zero);
  collect<<<5, 103>>>(in, n, out);
  cudaMemcpyFromSymbol(&found, counter, sizeof found);
  vector<int> kept(found);
  cudaMemcpy(kept.data(), out, found * sizeof(int), cudaMemcpyDeviceToHost);
  std::sort(kept.begin(), kept.end());
  printf("%d kept, from %d to %d\n", found, kept.front(), kept.back());
  cudaFree(in);
  cudaFree(out);
}
