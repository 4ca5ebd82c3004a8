// A kernel launches another one: without -rdc=true nvcc has no means for that.
#include <cstdio>

__global__ void child(int *x) { x[threadIdx.x] *= 2; }

__global__ void parent(int *x) {
  x[threadIdx.x] = threadIdx.x;
#ifndef REPAIRED
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 32>>>(x);  // refused: kernel launch from __device__ or __global__ functions requires separate compilation mode
#endif
}

int main() {
  int h[32], *x;
  cudaMalloc(&x, sizeof h);
  parent<<<1, 32>>>(x);
#ifdef REPAIRED
  child<<<1, 32>>>(x);
#endif
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[31]);
  cudaFree(x);
}
