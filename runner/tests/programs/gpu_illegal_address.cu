// A kernel writes where nothing is; says what CUDA says.
#include "check_cuda.cuh"

__global__ void write_to(int* place) {
  *place = 1;
}

int main() {
  write_to<<<1, 1>>>(reinterpret_cast<int*>(0x10));
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
}
