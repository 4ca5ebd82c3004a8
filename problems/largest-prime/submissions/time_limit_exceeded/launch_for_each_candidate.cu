// Too slow: the host goes down from each number, and asks the GPU about one candidate at a time: a launch and
// a copy for each.
#include <cstdio>
#include <cstdlib>

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

__global__ void test(u64 n, bool* answer) {
  *answer = is_prime(n);
}

int main() {
  bool* answer;
  CHECK(cudaMalloc(&answer, sizeof(bool)));
  u64 n;
  while (scanf("%llu", &n) == 1) {
    bool found = false;
    while (n > 2 && !found) {
      test<<<1, 1>>>(--n, answer);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(&found, answer, sizeof(bool), cudaMemcpyDeviceToHost));
    }
    if (found)
      printf("%llu\n", n);
    else
      puts("-1");
  }
  CHECK(cudaFree(answer));
}
