// cudaMallocAsync and cudaFreeAsync in two streams; memory that is freed is used again.
#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(expr)                                                                  \
  if (auto status_ = (expr); status_ != cudaSuccess) {                                    \
    std::fprintf(stderr, "%s failed: %s\n", #expr, cudaGetErrorName(status_));            \
    std::abort();                                                                         \
  }

__global__ void powers(unsigned *x, int n, unsigned base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned p = 1;
  for (int k = 0; k < i % 20; ++k) p *= base;
  x[i] = p;
}

__global__ void accumulate(const unsigned *x, int n, unsigned *sum) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, x[i]);
}

int main() {
  const int n = 700;
  cudaStream_t streams[2];
  unsigned results[2] = {};
  for (auto &s : streams) CUDA_CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < 2; ++k) {
      unsigned *x, *sum;
      CUDA_CHECK(cudaMallocAsync(&x, n * sizeof(unsigned), streams[k]));
      CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void **>(&sum), sizeof(unsigned), streams[k]));
      CUDA_CHECK(cudaMemsetAsync(sum, 0, sizeof(unsigned), streams[k]));
      powers<<<(n + 63) / 64, 64, 0, streams[k]>>>(x, n, 3 + k + round);
      accumulate<<<1, 96, 0, streams[k]>>>(x, n, sum);
      CUDA_CHECK(cudaFreeAsync(x, streams[k]));
      CUDA_CHECK(cudaMemcpyAsync(&results[k], sum, sizeof(unsigned), cudaMemcpyDeviceToHost, streams[k]));
      CUDA_CHECK(cudaFreeAsync(sum, streams[k]));
    }
    for (auto &s : streams) CUDA_CHECK(cudaStreamSynchronize(s));
    std::printf("round %d: %u %u\n", round, results[0], results[1]);
  }
  for (auto &s : streams) CUDA_CHECK(cudaStreamDestroy(s));
}
