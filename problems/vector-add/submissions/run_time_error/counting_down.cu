// Crashes: the index counts down from the last element and is unsigned, and no thread looks whether there is
// an element for it: below 0 come addresses gigabytes beyond the end. Caught by every length that is not a
// multiple of a block.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

__global__ void add(const int* a, const int* b, long long* sum, unsigned n) {
  unsigned i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
  sum[i] = (long long)a[i] + b[i];
}

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  std::vector<long long> sum(n);

  int *device_a, *device_b;
  long long* device_sum;
  CHECK(cudaMalloc(&device_a, n * sizeof(int)));
  CHECK(cudaMalloc(&device_b, n * sizeof(int)));
  CHECK(cudaMalloc(&device_sum, n * sizeof(long long)));
  CHECK(cudaMemcpy(device_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_sum, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sum.data(), device_sum, n * sizeof(long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_sum));

  for (int i = 0; i < n; i++) printf("%lld%c", sum[i], i + 1 < n ? ' ' : '\n');
}
