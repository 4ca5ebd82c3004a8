// Measures how long the emulated device takes to sum 10^6 integers by a tree in shared memory, with nine
// barriers per thread.
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void sum_of_block(const int* in, int* sums, int n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

int main() {
  const int n = 1000000, threads = 256, blocks = (n + threads - 1) / threads;
  std::vector<int> values(n), sums(blocks);
  long long expected = 0, total = 0;
  for (int i = 0; i < n; ++i) expected += values[i] = i % 1000 - 300;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const auto begin = std::chrono::steady_clock::now();
  sum_of_block<<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  cudaMemcpy(sums.data(), out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int sum : sums) total += sum;
  printf("%.3f s, %s\n", seconds.count(), total == expected ? "right" : "wrong");
  cudaFree(in);
  cudaFree(out);
}
