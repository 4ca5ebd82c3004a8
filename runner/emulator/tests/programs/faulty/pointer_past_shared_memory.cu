// Each warp sums its own row of a shared table, by a pointer to it; the last row lies past the table.
#include <cstdio>

const int WARPS = 4;

__device__ int sumOf(const int *row) {
  int sum = 0;
  for (int i = 0; i < 32; i++) sum += row[i];  // fault: out-of-bounds
  return sum;
}

__global__ void rows(int *out) {
  __shared__ int table[WARPS * 32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  table[warp * 32 + lane] = warp + lane;
  __syncthreads();
#ifdef REPAIRED
  if (lane == 0) out[warp] = sumOf(table + warp * 32);
#else
  if (lane == 0) out[warp] = sumOf(table + (warp + 1) * 32);
#endif
}

int main() {
  int out[WARPS], *d_out;
  cudaMalloc(&d_out, sizeof out);
  rows<<<1, WARPS * 32>>>(d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d %d\n", out[0], out[1]);
  cudaFree(d_out);
  return 0;
}
