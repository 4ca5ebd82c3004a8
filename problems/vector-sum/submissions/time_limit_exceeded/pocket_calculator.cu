// Too slow: the GPU serves as a pocket calculator. Each element is a launch that folds two numbers, a wait
// for it, and a copy of what it found.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

// The second letter of the word selects the operation: sUm, pRoduct, mAx, mIn.
__host__ __device__ long long fold(char how, long long a, long long b) {
  if (how == 'u') return a + b;
  if (how == 'r') return a * b % 1000000007;
  return (how == 'a') == (a > b) ? a : b;
}

__host__ __device__ long long start(char how, long long x) {
  return how == 'r' ? (x % 1000000007 + 1000000007) % 1000000007 : x;
}

__global__ void fold_two(char how, long long a, int b, long long* result) {
  *result = fold(how, a, start(how, b));
}

int main() {
  char word[16] = "sum", first[16];
  int n;
  if (scanf("%15s", first) != 1) return 1;
  if (isalpha(first[0])) {
    strcpy(word, first);
    if (scanf("%d", &n) != 1) return 1;
  } else {
    n = atoi(first);
  }
  std::vector<int> in(n);
  for (int& x : in) scanf("%d", &x);

  char how = word[1];
  long long *on_gpu, result = start(how, in[0]);
  CHECK(cudaMalloc(&on_gpu, sizeof(long long)));
  for (int i = 1; i < n; i++) {
    fold_two<<<1, 1>>>(how, result, in[i], on_gpu);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&result, on_gpu, sizeof(long long), cudaMemcpyDeviceToHost));
  }
  CHECK(cudaFree(on_gpu));
  printf("%lld\n", result);
}
