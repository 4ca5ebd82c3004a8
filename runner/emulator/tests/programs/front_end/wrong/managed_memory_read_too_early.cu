// The host reads managed memory while the kernel that writes it may still run.
#include <cstdio>

__global__ void square(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i];
}

int main() {
  const int n = 1000;
  int* x;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i;
  square<<<4, 256>>>(x, n);
#ifdef REPAIRED
  cudaDeviceSynchronize();
#endif
  long long sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];  // fault: unsynchronised-access
  }
  std::printf("sum %lld\n", sum);
  cudaFree(x);
}
