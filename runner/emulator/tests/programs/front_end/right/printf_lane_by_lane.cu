// A warp prints in step: each line comes from all lanes, in their order, before the next one.
#include <stdio.h>

__global__ void inStep(const int* x) {
  int lane = threadIdx.x;
  if (lane == 0) printf("lane:  ");
  printf("%3d ", lane);
  if (lane == 0) printf("\n");
  if (lane == 0) printf("value: ");
  printf("%3d ", x[lane]);
  if (lane == 0) printf("\n");
  int up = __shfl_up_sync(0xffffffff, x[lane], 1);
  if (lane == 0) printf("sums:  ");
  printf("%3d ", up + x[lane]);
  if (lane == 0) printf("\n");
  for (int round = 0; round < 3; ++round) printf("%c", "abc"[round]);
  if (lane == 31) printf("\n");
}

__device__ int held = 0;

__global__ void inTurn(int* count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&held, 0, 1) == 0) {
      if (*count < 3) printf("%d before\n", *count);
      ++*count;
      __threadfence();
      atomicExch(&held, 0);
      done = true;
    }
  }
}

int main() {
  int *x, *count;
  cudaMallocManaged(&x, 32 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 32; ++i) x[i] = i * i % 100;
  *count = 0;
  inStep<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  inTurn<<<1, 64>>>(count);
  cudaDeviceSynchronize();
  printf("%d in turn\n", *count);
  cudaFree(x), cudaFree(count);
  return 0;
}
