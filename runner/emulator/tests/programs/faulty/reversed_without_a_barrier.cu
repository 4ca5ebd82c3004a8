// Reverses blocks in shared memory; the barrier between writing and reading is missing.
#include <cstdio>

__global__ void reverse(int *a) {
  __shared__ int s[128];
  int i = threadIdx.x;
  s[i] = a[blockIdx.x * 128 + i];  // fault: shared-memory-race
#ifdef REPAIRED
  __syncthreads();
#endif
  a[blockIdx.x * 128 + i] = s[127 - i];  // fault: uninitialised-read
}

int main() {
  int h[256], *d;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<2, 128>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[255]);
  cudaFree(d);
}
