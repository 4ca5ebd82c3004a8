// A kernel stops itself with a trap instruction; says what CUDA says.
#include "check_cuda.cuh"

__global__ void trap() {
  __trap();
}

int main() {
  trap<<<1, 1>>>();
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
}
