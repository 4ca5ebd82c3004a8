// Cooperative groups: blocks, tiles, labelled groups, and a grid that synchronises.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void tileSums(const int* in, int* out, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int i = block.group_index().x * block.size() + block.thread_rank();
  int sum = cg::reduce(tile, i < n ? in[i] : 0, cg::plus<int>());
  if (tile.thread_rank() == 0) out[i / 16] = sum;
}

__device__ int reduceInGroup(cg::thread_group g, int* temp, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = value;
    g.sync();
    if (lane < i) value += temp[lane + i];
    g.sync();
  }
  return value;
}

__global__ void blockSums(const int* in, int* out, int n) {
  extern __shared__ int temp[];
  auto block = cg::this_thread_block();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = reduceInGroup(block, temp, i < n ? in[i] : 0);
  if (block.thread_rank() == 0) atomicAdd(out, sum);
}

__global__ void gridSum(const int* in, long long* partial, long long* out, int n) {
  cg::grid_group grid = cg::this_grid();
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  __shared__ long long sums[8];
  long long sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  sum = cg::reduce(warp, sum, cg::plus<long long>());
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  cg::sync(cg::this_thread_block());
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = 0;
    for (int w = 0; w < warp.meta_group_size(); w++) partial[blockIdx.x] += sums[w];
  }
  grid.sync();
  if (grid.thread_rank() == 0) {
    *out = 0;
    for (int b = 0; b < gridDim.x; b++) *out += partial[b];
  }
}

// One atomic for all lanes that found something.
__global__ void countMultiples(const int* in, int n, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 7 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(count, active.size());
  }
}

int main() {
  const int n = 10000, threads = 256;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = i * 17 % 1009;
  int *d_in, *d_out;
  long long *d_partial, *d_total, total;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMalloc(&d_partial, 4 * sizeof(long long));
  cudaMalloc(&d_total, sizeof(long long));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);

  const int blocks = (n + threads - 1) / threads;
  tileSums<<<blocks, threads>>>(d_in, d_out, n);
  std::vector<int> out((n + 15) / 16);
  cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  printf("tiles: %d %d ... %d\n", out[0], out[1], out.back());

  int sum = 0;
  cudaMemset(d_out, 0, sizeof(int));
  blockSums<<<blocks, threads, threads * sizeof(int)>>>(d_in, d_out, n);
  cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
  printf("blocks: %d\n", sum);

  int count = n;
  void* arguments[] = {(void*)&d_in, (void*)&d_partial, (void*)&d_total, (void*)&count};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)gridSum, dim3(4), dim3(threads), arguments, 0, 0);
  cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
  printf("grid: %lld (%s)\n", total, cudaGetErrorString(error));

  cudaMemset(d_out, 0, sizeof(int));
  countMultiples<<<blocks, threads>>>(d_in, n, d_out);
  cudaMemcpy(&count, d_out, sizeof count, cudaMemcpyDeviceToHost);
  printf("multiples of 7: %d\n", count);
  cudaFree(d_in), cudaFree(d_out), cudaFree(d_partial), cudaFree(d_total);
}
