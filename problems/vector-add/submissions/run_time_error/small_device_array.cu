// Crashes: the arrays on the GPU have room for 2^16 elements only; the copy of more is refused, and it says
// so. Caught by the cases with more: prime-65537 first.
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

__device__ int a[1 << 16], b[1 << 16];
__device__ long long sum[1 << 16];

__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = (long long)a[i] + b[i];
}

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> host(n);
  for (int& x : host) scanf("%d", &x);
  CHECK(cudaMemcpyToSymbol(a, host.data(), n * sizeof(int)));
  for (int& x : host) scanf("%d", &x);
  CHECK(cudaMemcpyToSymbol(b, host.data(), n * sizeof(int)));
  add<<<(n + 255) / 256, 256>>>(n);
  CHECK(cudaGetLastError());
  std::vector<long long> result(n);
  CHECK(cudaMemcpyFromSymbol(result.data(), sum, n * sizeof(long long)));
  for (int i = 0; i < n; i++) printf("%lld%c", result[i], i + 1 < n ? ' ' : '\n');
}
