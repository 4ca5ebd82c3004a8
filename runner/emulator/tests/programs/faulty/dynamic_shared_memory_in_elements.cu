// Reverses a block through dynamic shared memory, of which the launch asks for n bytes instead of n elements.
#include <cstdio>

template <typename T>
__global__ void reverse(T* a, int n) {
  extern __shared__ int memory[];
  T* s = reinterpret_cast<T*>(memory);
  s[threadIdx.x] = a[threadIdx.x];  // fault: out-of-bounds
  __syncthreads();
  a[threadIdx.x] = s[n - 1 - threadIdx.x];  // fault: out-of-bounds
}

int main() {
  const int n = 64;
  int h[n], *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
#ifdef REPAIRED
  reverse<<<1, n, n * sizeof(int)>>>(d, n);
#else
  reverse<<<1, n, n>>>(d, n);
#endif
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[n - 1]);
  cudaFree(d);
}
