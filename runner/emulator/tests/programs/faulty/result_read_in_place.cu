// The host reads the result where it lies on the device.
#include <stdio.h>

__global__ void cube(int *x) { *x = *x * *x * *x; }

int main(void) {
  int *d_x, x = 7;
  cudaMalloc((void **)&d_x, sizeof(int));
  cudaMemcpy(d_x, &x, sizeof(int), cudaMemcpyHostToDevice);
  cube<<<1, 1>>>(d_x);
  cudaDeviceSynchronize();
#ifdef REPAIRED
  cudaMemcpy(&x, d_x, sizeof(int), cudaMemcpyDeviceToHost);
#else
  x = *d_x;  // fault: device-memory-on-host
#endif
  printf("%d\n", x);
  cudaFree(d_x);
  return 0;
}
