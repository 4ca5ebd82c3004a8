// Two phases in one launch, with a barrier of the block where all blocks would have to wait.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void squaresThenDifferences(int *squares, int *differences, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = i * i;
#ifdef REPAIRED
  cg::this_grid().sync();
#else
  __syncthreads();
#endif
  if (i < n) differences[i] = squares[(i + 40) % n] - squares[i];  // fault: global-memory-race
}

int main() {
  int n = 300, *squares, *differences, h[300];
  cudaMalloc(&squares, n * sizeof(int));
  cudaMalloc(&differences, n * sizeof(int));
  cudaMemset(squares, 0, n * sizeof(int));
  void *args[] = {&squares, &differences, &n};
  cudaLaunchCooperativeKernel((void *)squaresThenDifferences, dim3(10), dim3(32), args, 0, nullptr);
  cudaMemcpy(h, differences, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[31], h[299]);
  cudaFree(squares);
  cudaFree(differences);
}
