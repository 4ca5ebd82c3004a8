// All threads of a block count in one shared variable.
#include <cstdio>

__global__ void countEven(const int *in, int n, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
#ifdef REPAIRED
    atomicAdd(&count, 1);
#else
    count++;  // fault: shared-memory-race
#endif
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, count);
}

int main() {
  const int n = 500;
  int h[n], total = 0, *in, *out;
  for (int i = 0; i < n; i++) h[i] = i * i % 9;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(out, &total, sizeof total, cudaMemcpyHostToDevice);
  countEven<<<4, 128>>>(in, n, out);
  cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
  printf("%d\n", total);
  cudaFree(in);
  cudaFree(out);
}
