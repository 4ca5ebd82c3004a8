// One block fills slots, the other empties them; flags in global memory say which slots are full.
#include <cstdio>

namespace {
constexpr int kSlots = 4, kItems = 37, kWidth = 64;

__device__ int slots[kSlots][kWidth];
__device__ int full[kSlots];

__device__ void waitFor(int* flag, int wanted) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) != wanted) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void post(int* flag, int value) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(flag, value);
  }
}

__global__ void pipeline(long long* sum) {
  if (blockIdx.x == 0) {
    for (int item = 0; item < kItems; ++item) {
      waitFor(&full[item % kSlots], 0);
      slots[item % kSlots][threadIdx.x] = item * 100 + threadIdx.x;
      post(&full[item % kSlots], 1);
    }
  } else {
    long long mine = 0;
    for (int item = 0; item < kItems; ++item) {
      waitFor(&full[item % kSlots], 1);
      mine += (item + 1) * static_cast<volatile int*>(slots[item % kSlots])[threadIdx.x];
      post(&full[item % kSlots], 0);
    }
    sum[threadIdx.x] = mine;
  }
}
}  // namespace

int main() {
  long long *d, h[kWidth], total = 0, expected = 0;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess) return 1;
  pipeline<<<2, kWidth>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  for (int t = 0; t < kWidth; ++t) {
    total += h[t];
    for (int item = 0; item < kItems; ++item) expected += (item + 1) * (item * 100 + t);
  }
  std::printf("%lld, expected %lld\n", total, expected);
  cudaFree(d);
}
