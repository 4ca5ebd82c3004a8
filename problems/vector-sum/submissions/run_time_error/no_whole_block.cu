// Crashes: the GPU folds the whole blocks, the host what remains. A vector that is shorter than a block asks
// for a grid without blocks; it sees that the launch failed, and says so.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

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

__global__ void fold_block(char how, const int* in, long long* out) {
  __shared__ long long part[THREADS];
  part[threadIdx.x] = start(how, in[blockIdx.x * THREADS + threadIdx.x]);
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

  char how = word[1];
  int blocks = n / THREADS, *device_in = nullptr;
  long long* device_out = nullptr;
  std::vector<long long> out(blocks);
  cudaError_t error = cudaMalloc(&device_in, n * sizeof(int));
  if (!error) error = cudaMalloc(&device_out, blocks * sizeof(long long));
  if (!error) error = cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  if (!error) fold_block<<<blocks, THREADS>>>(how, device_in, device_out);
  if (!error) error = cudaGetLastError();
  if (!error) error = cudaMemcpy(out.data(), device_out, blocks * sizeof(long long), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  if (error) {
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int i = blocks * THREADS; i < n; i++) out.push_back(start(how, in[i]));
  long long result = out[0];
  for (size_t i = 1; i < out.size(); i++) result = fold(how, result, out[i]);
  printf("%lld\n", result);
}
