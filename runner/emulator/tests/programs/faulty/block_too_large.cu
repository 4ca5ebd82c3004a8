// A block of 64 x 64 threads is more than a device allows; nobody looks at the error.
#include <stdio.h>

__global__ void table(int *t, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < n; r += blockDim.y)
    for (int c = x; c < n; c += blockDim.x) t[r * n + c] = r * c;
}

int main(void) {
  int n = 64, t[64 * 64], *d;
  cudaMalloc((void **)&d, sizeof(t));
  cudaMemset(d, 0, sizeof(t));
#ifdef REPAIRED
  dim3 threads(32, 32);
#else
  dim3 threads(64, 64);
#endif
  table<<<1, threads>>>(d, n);  // fault: ignored-error
  cudaMemcpy(t, d, sizeof(t), cudaMemcpyDeviceToHost);
  printf("7 x 9 = %d\n", t[7 * n + 9]);
  cudaFree(d);
  return 0;
}
