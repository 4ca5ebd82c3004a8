// cudaMalloc is given the number of elements instead of bytes.
#include <cstdlib>
#include <iostream>

template <typename T>
T *deviceArray(std::size_t n) {
  T *p = nullptr;
#ifdef REPAIRED
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) std::exit(1);
#else
  if (cudaMalloc(&p, n) != cudaSuccess) std::exit(1);
#endif
  return p;
}

__global__ void fill(double *x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = 0.5 * i;  // fault: out-of-bounds
}

__global__ void last(const double *x, int n, double *out) {
  *out = x[n - 1];  // fault: out-of-bounds
}

int main() {
  const int n = 480;
  double *x = deviceArray<double>(n), *out, h = 0;
  cudaMalloc(&out, sizeof(double));
  fill<<<1, 96>>>(x, n);
  last<<<1, 1>>>(x, n, out);
  cudaError_t e = cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
  std::cout << (e == cudaSuccess ? h : -1) << '\n';
  cudaFree(x);
  cudaFree(out);
}
