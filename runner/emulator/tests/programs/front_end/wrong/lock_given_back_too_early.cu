// A lock that is given back before the work is done.
#include <cstdio>

class Spinlock {
  int *state_;
 public:
  explicit __host__ Spinlock(int *state) : state_(state) {}
  __device__ bool tryLock() {
    if (atomicCAS(state_, 0, 1) != 0) return false;
    __threadfence();
    return true;
  }
  __device__ void unlock() { __threadfence(); atomicExch(state_, 0); }
};

__global__ void appendAll(Spinlock lock, int *list, int *length) {
  for (bool done = false; !done;) {
    if (lock.tryLock()) {
#ifndef REPAIRED
      lock.unlock();
#endif
      int at = *length;  // fault: global-memory-race
      atomicAdd(list + at, blockIdx.x);  // two may have read the same length: one fault is enough
      *length = at + 1;  // fault: global-memory-race
#ifdef REPAIRED
      lock.unlock();
#endif
      done = true;
    }
  }
}

int main() {
  int *memory, h[300], sum = 0;
  cudaMalloc(&memory, sizeof h);
  cudaMemset(memory, 0, sizeof h);
  appendAll<<<9, 20>>>(Spinlock(memory), memory + 2, memory + 1);
  cudaMemcpy(h, memory, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 2; i < 300; ++i) sum += h[i];
  printf("%d entries, sum %d\n", h[1], sum);
  cudaFree(memory);
}
