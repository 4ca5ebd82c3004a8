// Asynchronous copies into shared memory in two stages, with cuda::pipeline; then with one barrier.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;

template <int stages>
__global__ void movingSums(const int *in, int *out, int batches) {
  auto block = cg::this_thread_block();
  extern __shared__ int memory[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto pipe = cuda::make_pipeline(block, &state);
  const int size = block.size();
  int fetched = 0, sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    for (; fetched < batches && fetched < batch + stages; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, memory + fetched % stages * size, in + fetched * size, sizeof(int) * size, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    const int *now = memory + batch % stages * size;
    sum += now[block.thread_rank()] + now[(block.thread_rank() + 1) % size];
    pipe.consumer_release();
  }
  out[block.thread_rank()] = sum;
}

__global__ void byBarrier(const int *in, int *out, int n) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ int tile[64];
  __shared__ barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(int) * n, bar);
  bar.arrive_and_wait();
  if (threadIdx.x < n) out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

int main() {
  const int threads = 64, batches = 9, n = threads * batches;
  int h[n], r[threads], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i * 3 % 101;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  movingSums<2><<<1, threads, 2 * threads * sizeof(int)>>>(in, out, batches);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int t = 0; t < threads; ++t) {
    int sum = 0;
    for (int b = 0; b < batches; ++b) sum += h[b * threads + t] + h[b * threads + (t + 1) % threads];
    wrong += sum != r[t];
  }
  printf("%d wrong, %d %d\n", wrong, r[0], r[63]);
  byBarrier<<<1, 64>>>(in, out, 60);
  cudaMemcpy(r, out, 60 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[59]);
  cudaFree(in);
  cudaFree(out);
}
