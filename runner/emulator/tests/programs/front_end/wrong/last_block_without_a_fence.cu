// The last block adds up what the others wrote; without a fence their results need not have arrived.
#include <cstdio>

__device__ unsigned done;

__global__ void total(const int *in, int n, int *partial, int *out) {
  __shared__ int s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = 0;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) s[t] += in[i];
  __syncthreads();
  for (int d = 32; d; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = s[0];
#ifdef REPAIRED
    __threadfence();
#endif
    last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
#ifdef REPAIRED
    __threadfence();
#endif
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += partial[b];  // fault: global-memory-race
    *out = sum;
  }
}

int main() {
  const int n = 3333, blocks = 20;
  static int h[n];
  int *in, *partial, *out, result;
  for (int i = 0; i < n; ++i) h[i] = i % 6;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&partial, blocks * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  total<<<blocks, 64>>>(in, n, partial, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(in), cudaFree(partial), cudaFree(out);
}
