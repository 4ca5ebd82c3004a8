// Crashes: the kernel asserts that there is a prime below each number. Caught by the first one up to
// 2: several-numbers.
#include <cassert>
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

typedef unsigned long long u64;
typedef unsigned __int128 u128;

__constant__ u64 bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

__device__ bool is_prime(u64 n) {
  if (n < 2) return false;
  for (u64 p : bases)
    if (n % p == 0) return n == p;
  int s = __ffsll(n - 1) - 1;
  u64 d = (n - 1) >> s;
  for (u64 a : bases) {
    u64 x = 1;
    for (int bit = 63 - __clzll(d); bit >= 0; bit--) {
      x = (u128)x * x % n;
      if (d >> bit & 1) x = (u128)x * a % n;
    }
    bool witness = x != 1 && x != n - 1;
    for (int i = 1; i < s && witness; i++) {
      x = (u128)x * x % n;
      if (x == n - 1) witness = false;
    }
    if (witness) return false;
  }
  return true;
}

__global__ void search(u64* numbers, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  u64 n = numbers[i];
  do {
    assert(n > 2);
    n--;
  } while (!is_prime(n));
  numbers[i] = n;
}

int main() {
  std::vector<u64> numbers;
  u64 n;
  while (scanf("%llu", &n) == 1) numbers.push_back(n);

  u64* on_gpu;
  size_t bytes = numbers.size() * sizeof(u64);
  CHECK(cudaMalloc(&on_gpu, bytes));
  CHECK(cudaMemcpy(on_gpu, numbers.data(), bytes, cudaMemcpyHostToDevice));
  search<<<(numbers.size() + 63) / 64, 64>>>(on_gpu, numbers.size());
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(numbers.data(), on_gpu, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(on_gpu));
  for (u64 prime : numbers) printf("%llu\n", prime);
}
