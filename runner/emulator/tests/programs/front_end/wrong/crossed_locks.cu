// Transfers between two accounts take both locks, each in its own order: two blocks wait for each other.
#include <cstdio>

__device__ int locks[2];
__device__ volatile int balance[2] = {500, 500};
__device__ int bothHoldOne;

__device__ void lock(int i) {
  while (atomicCAS(&locks[i], 0, 1) != 0) {  // fault: deadlock
  }
  __threadfence();
}

__device__ void unlock(int i) {
  __threadfence();
  atomicExch(&locks[i], 0);
}

__global__ void transfer(int rounds) {
  if (threadIdx.x != 0) return;
  int from = blockIdx.x, to = 1 - from;
#ifdef REPAIRED
  int first = min(from, to), second = max(from, to);
#else
  int first = from, second = to;
#endif
  for (int r = 0; r < rounds; ++r) {
    lock(first);
#ifndef REPAIRED
    // the other one is meant to come this far as well
    atomicAdd(&bothHoldOne, 1);
    while (atomicAdd(&bothHoldOne, 0) < 2) {
    }
#endif
    lock(second);
    balance[from] = balance[from] - (r + from);
    balance[to] = balance[to] + (r + from);
    unlock(second);
    unlock(first);
  }
}

int main() {
  transfer<<<2, 32>>>(10);
  int h[2];
  cudaMemcpyFromSymbol(h, balance, sizeof h);
  printf("%d %d\n", h[0], h[1]);
}
