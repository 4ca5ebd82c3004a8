// The event is recorded before the kernel whose result the host waits for.
#include <cstdio>

__global__ void add_one(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}

int main() {
  const int n = 300;
  int* x;
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaMallocManaged(&x, n * sizeof(int));
  add_one<<<2, 256>>>(x, n);
#ifndef REPAIRED
  cudaEventRecord(done);
#endif
  add_one<<<2, 256>>>(x, n);
#ifdef REPAIRED
  cudaEventRecord(done);
#endif
  cudaEventSynchronize(done);
  std::printf("first %d\n", x[0]);  // fault: unsynchronised-access
  cudaEventDestroy(done);
  cudaFree(x);
}
