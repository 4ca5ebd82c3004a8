// Groups of cooperative groups: tiles of a warp and of several, labelled and coalesced ones, the grid.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void tiles(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto t = cg::tiled_partition<16>(block);
  int k = 0;
  int* o = out + block.thread_rank() * 20;
  o[k++] = t.thread_rank();
  o[k++] = t.meta_group_rank();
  o[k++] = t.meta_group_size();
  o[k++] = cg::reduce(t, (int)t.thread_rank(), cg::plus<int>());
  o[k++] = cg::inclusive_scan(t, 2);
  o[k++] = cg::exclusive_scan(t, (int)t.thread_rank(), cg::plus<int>());
  o[k++] = t.shfl(o[0], 3);
  o[k++] = t.ballot(t.thread_rank() & 1);
  o[k++] = t.any(t.thread_rank() == 3);
  o[k++] = t.match_any(o[0] / 4);
  auto sub = cg::tiled_partition<4>(t);
  o[k++] = sub.meta_group_rank();
  o[k++] = cg::reduce(sub, o[0], cg::greater<int>());
  auto b = cg::binary_partition(t, t.thread_rank() < 5);
  o[k++] = b.size();
  o[k++] = b.thread_rank();
  auto l = cg::labeled_partition(t, o[0] % 3);
  o[k++] = l.num_threads();
  o[k++] = cg::reduce(l, o[0], cg::plus<int>());
  if (block.thread_rank() % 3 == 0) {
    auto active = cg::coalesced_threads();
    o[k++] = active.size();
    o[k++] = active.thread_rank();
    o[k++] = active.shfl(o[0], 0);
    o[k++] = cg::reduce(active, 1, cg::plus<int>());
  } else {
    for (int i = 0; i < 4; i++) o[k++] = -1;
  }
}
__global__ void big(int* out) {
  auto block = cg::this_thread_block();
  __shared__ cg::block_tile_memory<256> memory;
  auto b = cg::this_thread_block(memory);
  auto t = cg::tiled_partition<128>(b);
  int r = cg::reduce(t, (int)threadIdx.x, cg::plus<int>());
  t.sync();
  int v = t.shfl(r + (int)t.thread_rank(), 7);
  int any = t.any(threadIdx.x == 200);
  int all = t.all(threadIdx.x < 128);
  auto t32 = cg::tiled_partition<32>(t);
  int s = cg::inclusive_scan(t, 1);
  out[threadIdx.x * 8] = r;
  out[threadIdx.x * 8 + 1] = v;
  out[threadIdx.x * 8 + 2] = any;
  out[threadIdx.x * 8 + 3] = t.meta_group_rank() * 100 + t.meta_group_size();
  out[threadIdx.x * 8 + 4] = s;
  out[threadIdx.x * 8 + 5] = t32.meta_group_rank();
  out[threadIdx.x * 8 + 6] = all;
  out[threadIdx.x * 8 + 7] = t.thread_rank() + t.num_threads();
  (void)block;
}
__global__ void asynchronous(const int* in, int* out) {
  extern __shared__ int s[];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, s, in, sizeof(int) * 256);
  cg::wait(b);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void whole_grid(int* x, int* result) {
  cg::grid_group g = cg::this_grid();
  auto i = g.thread_rank();
  x[i] = i;
  g.sync();
  result[i] = x[g.size() - 1 - i];
  g.sync();
  if (i == 0) result[g.size()] = g.is_valid() + g.num_blocks();
}
__device__ int atomicAggInc(int* p) {
  cg::coalesced_group g = cg::coalesced_threads();
  int prev;
  if (g.thread_rank() == 0) prev = atomicAdd(p, g.size());
  return g.thread_rank() + g.shfl(prev, 0);
}
__global__ void filter(const int* in, int* out, int* n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && in[i] % 2 == 0) out[atomicAggInc(n)] = in[i];
}
__device__ int sum_group(cg::thread_group g, int* temp, int v) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = v;
    g.sync();
    if (lane < i) v += temp[lane + i];
    g.sync();
  }
  return v;
}
__global__ void generic(int* out) {
  __shared__ int temp[64];
  int v = sum_group(cg::this_thread_block(), temp, threadIdx.x);
  if (threadIdx.x == 0) *out = v;
  cg::thread_group t = cg::tiled_partition(cg::this_thread_block(), 8);
  v = sum_group(t, temp + threadIdx.x / 8 * 8, 1);
  if (threadIdx.x == 63 - 7) out[1] = v;
}
__global__ void update(int* out) {
  auto b = cg::this_thread_block();
  auto w = cg::tiled_partition<32>(b);
  cg::invoke_one(b, [&] { out[0] = 77; });
  int x = cg::invoke_one_broadcast(w, [&] { return 5; });
  b.sync();
  auto token = b.barrier_arrive();
  b.barrier_wait(std::move(token));
  out[1 + threadIdx.x] = x + b.dim_threads().x + b.group_index().x + b.thread_index().x;
  auto [first, rest] = make_int2(1, 2);
  (void)first;
  (void)rest;
}
int main() {
  int *o, *in;
  cudaMallocManaged(&o, 64 * 1024);
  cudaMallocManaged(&in, 4096);
  for (int i = 0; i < 1024; i++) in[i] = i * 7 % 1024;
  tiles<<<1, 64>>>(o);
  cudaDeviceSynchronize();
  for (int t = 0; t < 64; t += 7) {
    for (int k = 0; k < 20; k++) printf("%d ", o[t * 20 + k]);
    printf("\n");
  }
  big<<<1, 256>>>(o);
  cudaDeviceSynchronize();
  for (int t = 0; t < 256; t += 51) {
    for (int k = 0; k < 8; k++) printf("%d ", o[t * 8 + k]);
    printf("\n");
  }
  asynchronous<<<1, 256, 1024>>>(in, o);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[100]);
  int* result;
  cudaMallocManaged(&result, 2048);
  int* x = o;
  void* args[] = {&x, &result};
  printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void*)whole_grid, 4, 64, args, 0, 0)));
  cudaDeviceSynchronize();
  printf("%d %d %d\n", result[0], result[100], result[256]);
  int* n;
  cudaMallocManaged(&n, 4);
  *n = 0;
  filter<<<4, 256>>>(in, o, n, 1024);
  cudaDeviceSynchronize();
  long s = 0;
  for (int i = 0; i < *n; i++) s += o[i];
  printf("%d %ld\n", *n, s);
  generic<<<1, 64>>>(o);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[1]);
  update<<<1, 64>>>(o);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", o[0], o[1], o[64]);
  cudaFree(o);
  cudaFree(in);
  cudaFree(result);
  cudaFree(n);
}
