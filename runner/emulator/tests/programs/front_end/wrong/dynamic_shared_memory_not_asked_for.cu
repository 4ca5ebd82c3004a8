// The kernel has a dynamic shared array, and the launch leaves out its size.
#include <cstdio>

__global__ void mirror(int *x, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (t < n) s[t] = x[t];  // fault: out-of-bounds
  __syncthreads();
  if (t < n) x[t] = s[n - 1 - t];
}

int main() {
  const int n = 100;
  int h[n], *x;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef REPAIRED
  mirror<<<1, 128, n * sizeof(int)>>>(x, n);
#else
  mirror<<<1, 128>>>(x, n);
#endif
  cudaError_t e = cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(e), h[0]);
  cudaFree(x);
}
