// Normalises a vector in one cooperative launch: partial sums, then all, with the grid's barrier in between.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cmath>

namespace cg = cooperative_groups;

__global__ void normalise(float *x, int n, float *partial) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float warps[4];
  float sum = 0;
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) sum += x[i] * x[i];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) warps[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) {
    float all = 0;
    for (int w = 0; w < 4; ++w) all += warps[w];
    partial[blockIdx.x] = all;
  }
  grid.sync();
  float all = 0;
  for (int b = 0; b < gridDim.x; ++b) all += partial[b];
  float norm = sqrtf(all);
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) x[i] /= norm;
}

int main() {
  int n = 1155, blocks = 6, threads = 128;
  float *x, *partial;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMalloc(&partial, blocks * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i % 5 - 2.0f;
  void *arguments[] = {&x, &n, &partial};
  cudaError_t error = cudaLaunchCooperativeKernel((const void *)normalise, dim3(blocks), dim3(threads), arguments);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return fprintf(stderr, "%s\n", cudaGetErrorString(error)), 1;
  double length = 0;
  for (int i = 0; i < n; ++i) length += double(x[i]) * x[i];
  printf("length %.5f, first %.5f, last %.5f\n", sqrt(length), x[0], x[n - 1]);
  cudaFree(x);
  cudaFree(partial);
}
