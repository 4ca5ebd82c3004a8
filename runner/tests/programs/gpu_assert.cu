// An assertion in a kernel fails; says what CUDA says.
#undef NDEBUG
#include <cassert>

#include "check_cuda.cuh"

__global__ void insist(int value) {
  assert(value == 42);
}

int main() {
  insist<<<1, 1>>>(41);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
}
