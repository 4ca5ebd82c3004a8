// Crashes: a table holds the answers up to a million, and larger numbers are looked up in it, too: gigabytes
// beyond its end. Caught by the first of them: several-numbers.
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

const int SIZE = 1000001;

__global__ void look_up(const u64* largest_below, u64* numbers, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) numbers[i] = largest_below[numbers[i]];
}

int main() {
  std::vector<u64> numbers;
  u64 n;
  while (scanf("%llu", &n) == 1) numbers.push_back(n);

  std::vector<u64> largest_below(SIZE);
  std::vector<char> composite(SIZE);
  u64 prime = 0;
  for (u64 i = 2; i < SIZE; i++) {
    largest_below[i] = prime;
    if (composite[i]) continue;
    prime = i;
    for (u64 multiple = i * i; multiple < SIZE; multiple += i) composite[multiple] = 1;
  }
  u64 *table, *on_gpu;
  size_t bytes = numbers.size() * sizeof(u64);
  CHECK(cudaMalloc(&table, SIZE * sizeof(u64)));
  CHECK(cudaMalloc(&on_gpu, bytes));
  CHECK(cudaMemcpy(table, largest_below.data(), SIZE * sizeof(u64), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(on_gpu, numbers.data(), bytes, cudaMemcpyHostToDevice));
  look_up<<<(numbers.size() + 255) / 256, 256>>>(table, on_gpu, numbers.size());
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(numbers.data(), on_gpu, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(table));
  CHECK(cudaFree(on_gpu));
  for (u64 prime : numbers) {
    if (prime == 0)
      puts("-1");
    else
      printf("%llu\n", prime);
  }
}
