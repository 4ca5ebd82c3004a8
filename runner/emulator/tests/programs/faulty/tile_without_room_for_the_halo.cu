// A stencil in a tile of shared memory.
#include <cstdio>

#define BLOCK 64
#define RADIUS 2
#ifdef REPAIRED
#define TILE (BLOCK + 2 * RADIUS)
#else
#define TILE BLOCK
#endif

__global__ void stencil(const int *in, int *out) {
  __shared__ int tile[TILE];
  int g = blockIdx.x * BLOCK + threadIdx.x, l = threadIdx.x + RADIUS;
  tile[l] = in[g + RADIUS];  // fault: out-of-bounds
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g];
#ifdef REPAIRED
    tile[l + BLOCK] = in[g + RADIUS + BLOCK];
#endif
  }
  __syncthreads();
  if (l + RADIUS >= TILE) return;
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; d++) sum += tile[l + d];
  out[g] = sum;
}

int main() {
  const int n = 4 * BLOCK;
  int in[n + 2 * RADIUS], out[n], *d_in, *d_out;
  for (int i = 0; i < n + 2 * RADIUS; i++) in[i] = i % 5;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemset(d_out, 0, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  stencil<<<4, BLOCK>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d %d\n", out[0], out[n - 5]);
  cudaFree(d_in);
  cudaFree(d_out);
}
