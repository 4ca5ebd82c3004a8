// A reduction within a warp in shared memory, in the belief that lanes always run in step.
#include <cstdio>

__global__ void rowMaxima(const int *m, int *out) {
  __shared__ int s[4][32];
  int lane = threadIdx.x, row = threadIdx.y;
  s[row][lane] = m[row * 32 + lane];
  __syncthreads();
  for (int d = 16; d > 0; d /= 2) {
    if (lane < d) s[row][lane] = max(s[row][lane], s[row][lane + d]);  // fault: shared-memory-race
#ifdef REPAIRED
    __syncwarp();
#endif
  }
  if (lane == 0) out[row] = s[row][0];
}

int main() {
  int h[128], r[4], *m, *out;
  for (int i = 0; i < 128; ++i) h[i] = i * 67 % 500;
  cudaMalloc(&m, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  rowMaxima<<<1, dim3(32, 4)>>>(m, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
  cudaFree(m);
  cudaFree(out);
}
