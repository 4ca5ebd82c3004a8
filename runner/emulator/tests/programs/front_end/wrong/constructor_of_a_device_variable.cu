// A __device__ variable whose class has a constructor that must run: there is no time when it could.
#include <cstdio>

struct Range {
  int low, high;
#ifdef REPAIRED
  Range() = default;
  __host__ __device__ constexpr Range(int a, int b) : low(a < b ? a : b), high(a < b ? b : a) {}
#else
  __host__ __device__ Range(int a, int b) { low = a < b ? a : b; high = a < b ? b : a; }
#endif
};

__device__ Range range(9, 4);  // refused: dynamic initialization is not supported for a __device__

__global__ void inside(const int *x, int *out) { out[threadIdx.x] = x[threadIdx.x] >= range.low && x[threadIdx.x] <= range.high; }

int main() {
  int h[12], *x, *out;
  for (int i = 0; i < 12; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  inside<<<1, 12>>>(x, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  for (int b : h) printf("%d", b);
  printf("\n");
  cudaFree(x);
  cudaFree(out);
}
