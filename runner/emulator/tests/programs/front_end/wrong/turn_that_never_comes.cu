// Blocks take turns, but the first waits for turn 1, and nobody gives it.
#include <cstdio>

__global__ void inTurn(volatile int* turn, int* order) {
  if (threadIdx.x == 0) {
#ifdef REPAIRED
    while (*turn != blockIdx.x) {
    }
#else
    while (*turn != blockIdx.x + 1) {  // fault: deadlock
    }
#endif
    order[blockIdx.x] = *turn * 10;
    __threadfence();
    *turn = *turn + 1;
  }
}

int main() {
  const int blocks = 6;
  int *turn, *order, h[blocks] = {};
  cudaMalloc(&turn, sizeof(int));
  cudaMalloc(&order, sizeof h);
  cudaMemset(turn, 0, sizeof(int));
  cudaMemset(order, 0, sizeof h);
  inTurn<<<blocks, 32>>>(turn, order);
  cudaError_t error = cudaMemcpy(h, order, sizeof h, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int x : h) std::printf("%d ", x);
  std::printf("\n");
  cudaFree(turn);
  cudaFree(order);
}
