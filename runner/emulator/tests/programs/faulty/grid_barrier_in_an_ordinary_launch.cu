// A grid that synchronises has to be launched cooperatively.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void twoPhases(int *a, int *b, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i * i;
  grid.sync();  // fault: barrier-divergence
  if (i < n) b[i] = a[n - 1 - i];
}

int main() {
  int n = 100, *a, *b, h = 0;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
#ifdef REPAIRED
  void *arguments[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel((void *)twoPhases, 4, 32, arguments);
#else
  twoPhases<<<4, 32>>>(a, b, n);
#endif
  cudaError_t error = cudaMemcpy(&h, b, sizeof h, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    printf("%s\n", cudaGetErrorName(error));
    return 1;
  }
  printf("%d\n", h);
  cudaFree(a);
  cudaFree(b);
}
