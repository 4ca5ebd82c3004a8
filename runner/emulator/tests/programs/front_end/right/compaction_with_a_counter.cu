// Stream compaction three ways: an atomic counter, one addition per warp, and a scan that keeps the order.
#include <algorithm>
#include <cstdio>
#include <vector>

struct IsMultipleOf { int k; __host__ __device__ bool operator()(int x) const { return x % k == 0; } };

template <class Predicate>
__global__ void oneByOne(const int* in, int n, int* out, int* count, Predicate wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && wanted(in[i])) out[atomicAdd(count, 1)] = in[i];
}

template <class Predicate>
__global__ void byWarp(const int* in, int n, int* out, int* count, Predicate wanted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = i < n && wanted(in[i]);
  unsigned votes = __ballot_sync(0xffffffff, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(votes));
  first = __shfl_sync(0xffffffff, first, 0);
  if (keep) out[first + __popc(votes & ((1u << lane) - 1))] = in[i];
}

template <class Predicate>
__global__ void inOrder(const int* in, int n, int* out, int* count, Predicate wanted) {  // one block
  __shared__ int before;
  if (threadIdx.x == 0) before = 0;
  __syncthreads();
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    bool keep = i < n && wanted(in[i]);
    int at = 0;
    __shared__ int flags[64];
    flags[threadIdx.x] = keep;
    __syncthreads();
    for (int j = 0; j < threadIdx.x; ++j) at += flags[j];
    if (keep) out[before + at] = in[i];
    int all = __syncthreads_count(keep);
    if (threadIdx.x == 0) before += all;
    __syncthreads();
  }
  if (threadIdx.x == 0) *count = before;
}

int main() {
  const int n = 997;
  std::vector<int> h(n), expected;
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 1000;
  IsMultipleOf wanted{3};
  std::copy_if(h.begin(), h.end(), std::back_inserter(expected), wanted);
  int *in, *out, *count, kept;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int way = 0; way < 3; ++way) {
    cudaMemset(count, 0, sizeof(int));
    if (way == 0) oneByOne<<<8, 128>>>(in, n, out, count, wanted);
    if (way == 1) byWarp<<<8, 128>>>(in, n, out, count, wanted);
    if (way == 2) inOrder<<<1, 64>>>(in, n, out, count, wanted);
    cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
    std::vector<int> found(kept), ordered = expected;
    cudaMemcpy(found.data(), out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    if (way < 2) std::sort(found.begin(), found.end()), std::sort(ordered.begin(), ordered.end());
    printf("%d kept, %s\n", kept, found == ordered ? "right" : "wrong");
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
