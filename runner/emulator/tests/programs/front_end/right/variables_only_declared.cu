// Variables of the device that are only declared: where a program is compiled in one go, nvcc makes each the file's own.
#include <cstdio>

extern __device__ int total;
extern __constant__ float weights[3];
namespace n {
extern __device__ int late;
}

__global__ void sum() { total += (int)weights[1] + n::late; }

int main() {
  float host[3] = {1, 2, 3};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  int forty = 40, result;
  cudaMemcpyToSymbol(n::late, &forty, sizeof forty);
  sum<<<1, 1>>>();
  cudaMemcpyFromSymbol(&result, total, sizeof result);
  printf("%d\n", result);
}
