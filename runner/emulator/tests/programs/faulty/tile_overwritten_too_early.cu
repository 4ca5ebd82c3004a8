// Tiled multiplication without the barrier after the use of a tile: fast threads overwrite it.
#include <cstdio>
#define N 64
#define T 16

__global__ void multiply(const int *a, const int *b, int *c) {
  __shared__ int ta[T][T], tb[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x, sum = 0;
  for (int tile = 0; tile < N / T; tile++) {
    ta[threadIdx.y][threadIdx.x] = a[row * N + tile * T + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(tile * T + threadIdx.y) * N + col];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];  // fault: shared-memory-race
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  c[row * N + col] = sum;
}

int main() {
  static int a[N * N], b[N * N], c[N * N];
  int *d_a, *d_b, *d_c;
  for (int i = 0; i < N * N; i++) a[i] = i % 5, b[i] = i % 3;
  cudaMalloc(&d_a, sizeof a), cudaMalloc(&d_b, sizeof b), cudaMalloc(&d_c, sizeof c);
  cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
  multiply<<<dim3(N / T, N / T), dim3(T, T)>>>(d_a, d_b, d_c);
  cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d %d\n", c[0], c[N * N - 1]);
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);
}
