// The line that allocates the result is missing.
#include <cstdio>

__global__ void iota(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = i;  // fault: host-memory-on-device
}

int main() {
  const int n = 70;
  int* out = nullptr;
#ifdef REPAIRED
  cudaMalloc(&out, n * sizeof(int));
#endif
  iota<<<1, 32>>>(out, n);
  if (cudaError_t e = cudaDeviceSynchronize(); e != cudaSuccess) {
    printf("%s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
    return 1;
  }
  int last;
  cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
  cudaFree(out);
}
