// Each block sums up properly, but the sums of the blocks are added without an atomic operation.
#include <iostream>
#include <vector>

template <int kThreads>
__global__ void blockwise(const float* x, int n, float* total) {
  __shared__ float partial[kThreads];
  float mine = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) mine += x[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
#ifdef REPAIRED
    atomicAdd(total, partial[0]);
#else
    total[0] = total[0] + partial[0];  // fault: global-memory-race
#endif
  }
}

int main() {
  std::vector<float> x(10001);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 4;
  float *d, *total, result = 0;
  cudaMalloc(&d, x.size() * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMemcpy(d, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(total, &result, sizeof(float), cudaMemcpyHostToDevice);
  blockwise<128><<<16, 128>>>(d, x.size(), total);
  cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
  std::cout << result << std::endl;
  cudaFree(d);
  cudaFree(total);
}
