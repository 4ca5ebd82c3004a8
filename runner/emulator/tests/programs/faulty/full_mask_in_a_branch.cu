// Half of the lanes shuffle with a mask that names all of them.
#include <cstdio>

__global__ void halfSums(int *out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    for (int d = 8; d > 0; d /= 2)
#ifdef REPAIRED
      value += __shfl_down_sync(0x0000ffff, value, d);
#else
      value += __shfl_down_sync(0xffffffff, value, d);  // fault: warp-divergence
#endif
  }
  __syncwarp();  // fault: warp-divergence
  if (threadIdx.x == 0) *out = value;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof(int));
  halfSums<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
