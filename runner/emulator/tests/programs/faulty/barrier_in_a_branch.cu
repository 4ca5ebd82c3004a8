// Half of the block waits at a barrier where the other half never comes by.
#include <cstdio>

__global__ void pairs(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
#ifdef REPAIRED
  int sum = 0;
  if (threadIdx.x < 32) sum = s[threadIdx.x] + s[threadIdx.x + 32];
  __syncthreads();
  if (threadIdx.x < 32) s[threadIdx.x] = sum;
#else
  if (threadIdx.x < 32) {
    int sum = s[threadIdx.x] + s[threadIdx.x + 32];
    __syncthreads();  // fault: barrier-divergence
    s[threadIdx.x] = sum;
  }
#endif
  a[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int h[64], *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  pairs<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[31]);
  cudaFree(d);
}
