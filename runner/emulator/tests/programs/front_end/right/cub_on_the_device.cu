// CUB's algorithms for the whole device, each asked twice: first for the size of its temporary storage.
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>

#define CubDebugExitOnError(e) if (cudaError_t error = (e)) { printf("%s\n", cudaGetErrorString(error)); return 1; }

template <typename Call>
cudaError_t twice(Call call) {
  void *temporary = nullptr;
  size_t bytes = 0;
  cudaError_t error = call(temporary, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&temporary, bytes);
  if (error == cudaSuccess) error = call(temporary, bytes);
  cudaFree(temporary);
  return error;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  const int n = 2503;
  std::vector<int> keys(n), values(n), h(n);
  for (int i = 0; i < n; ++i) keys[i] = (i * 7211) % 997, values[i] = i;
  int *k, *v, *k2, *v2, *result;
  cudaMalloc(&k, n * sizeof(int)), cudaMalloc(&v, n * sizeof(int)), cudaMalloc(&k2, n * sizeof(int));
  cudaMalloc(&v2, n * sizeof(int)), cudaMalloc(&result, 4 * sizeof(int));
  cudaMemcpy(k, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(v, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, k, result, n); }));
  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceReduce::Max(t, b, k, result + 1, n); }));
  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortPairs(t, b, k, k2, v, v2, n); }));
  cudaMemcpy(h.data(), v2, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("smallest at %d %d %d, largest at %d\n", h[0], h[1], h[2], h[n - 1]);
  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveSum(t, b, k, v2, n); }));
  cudaMemcpy(h.data(), v2, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("prefixes %d %d %d\n", h[0], h[1000], h[n - 1]);
  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceSelect::If(t, b, k, v2, result + 2, n, IsEven()); }));
  cudaMemcpy(h.data(), result, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum %d, largest %d, %d even ones\n", h[0], h[1], h[2]);
  cudaMemset(v2, 0, 10 * sizeof(int));
  CubDebugExitOnError(twice([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramEven(t, b, k, v2, 11, 0, 1000, n); }));
  cudaMemcpy(h.data(), v2, 10 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 10; ++i) printf("%d ", h[i]);
  printf("\n");
  cudaFree(k), cudaFree(v), cudaFree(k2), cudaFree(v2), cudaFree(result);
}
