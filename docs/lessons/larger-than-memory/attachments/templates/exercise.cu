#include <cuda_runtime.h>

// The sum of squares of n values of the host. Right as long as all of them fit into the memory of the GPU.
__global__ void add_squares(const int* values, size_t n, unsigned long long* total) {
  unsigned long long sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned long long value = values[i];
    sum += value * value;
  }
  atomicAdd(total, sum);
}

unsigned long long sum_of_squares(const int* values, size_t n) {
  unsigned long long* total;
  cudaMalloc(&total, sizeof *total);
  cudaMemset(total, 0, sizeof *total);
  int* on_device;
  if (cudaMalloc(&on_device, n * sizeof *on_device) != cudaSuccess) {
    cudaGetLastError();
    cudaFree(total);
    return 0;
  }
  cudaMemcpy(on_device, values, n * sizeof *on_device, cudaMemcpyHostToDevice);
  add_squares<<<16, 256>>>(on_device, n, total);
  unsigned long long sum;
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  cudaFree(total);
  return sum;
}
