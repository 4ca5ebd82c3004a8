// Each block folds its part in shared memory; the host folds what the blocks leave.
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

const int THREADS = 256;

// The second letter of the word selects the operation: sUm, pRoduct, mAx, mIn.
__host__ __device__ long long fold(char how, long long a, long long b) {
  if (how == 'u') return a + b;
  if (how == 'r') return a * b % 1000000007;
  return (how == 'a') == (a > b) ? a : b;
}

__host__ __device__ long long start(char how, long long x) {
  return how == 'r' ? (x % 1000000007 + 1000000007) % 1000000007 : x;
}

__global__ void fold_block(char how, const int* in, int n, long long* out) {
  __shared__ long long part[THREADS];
  int i = blockIdx.x * THREADS + threadIdx.x;
  // The first element again and again changes neither max nor min.
  long long nothing = how == 'u' ? 0 : how == 'r' ? 1 : in[0];
  part[threadIdx.x] = i < n ? start(how, in[i]) : nothing;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] = fold(how, part[threadIdx.x], part[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
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

  int blocks = (n + THREADS - 1) / THREADS;
  int* device_in;
  long long* device_out;
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_out, blocks * sizeof(long long)));
  CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  fold_block<<<blocks, THREADS>>>(word[1], device_in, n, device_out);
  CHECK(cudaGetLastError());
  std::vector<long long> out(blocks);
  CHECK(cudaMemcpy(out.data(), device_out, blocks * sizeof(long long), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));

  long long result = out[0];
  for (int i = 1; i < blocks; i++) result = fold(word[1], result, out[i]);
  printf("%lld\n", result);
}
