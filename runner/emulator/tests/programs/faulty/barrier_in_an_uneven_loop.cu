// Rows of unlike length: the threads leave the loop with the barrier at unlike times.
#include <cstdio>

__global__ void triangle(const int *a, int *sums, int n) {
  __shared__ int row[64];
  int sum = 0;
#ifdef REPAIRED
  for (int k = 0; k < n; k++) {
    __syncthreads();
    row[threadIdx.x] = a[k * n + threadIdx.x];
    __syncthreads();
    if (k <= threadIdx.x) sum += row[threadIdx.x] + row[k];
  }
#else
  for (int k = 0; k <= threadIdx.x; k++) {
    row[threadIdx.x] = a[k * n + threadIdx.x];
    __syncthreads();  // fault: barrier-divergence
    sum += row[threadIdx.x] + a[k * n + k];
  }
  __syncthreads();  // fault: barrier-divergence
#endif
  sums[threadIdx.x] = sum + row[0] * 0;
}

int main() {
  const int n = 64;
  static int a[n * n], sums[n];
  for (int i = 0; i < n * n; i++) a[i] = i % 10;
  int *d_a, *d_sums;
  cudaMalloc(&d_a, sizeof a);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
  triangle<<<1, n>>>(d_a, d_sums, n);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d\n", sums[63]);
  cudaFree(d_a);
  cudaFree(d_sums);
}
