// A stencil in one dimension: a tile in shared memory, with a halo at each side.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#define RADIUS 3
#define BLOCK_SIZE 128

// out[i] = sum of in[i - RADIUS .. i + RADIUS]; the input has RADIUS more elements at each side.
__global__ void stencil_1d(const int* in, int* out, int n) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + RADIUS;

  if (gindex < n) {
    temp[lindex] = in[gindex + RADIUS];
    if (threadIdx.x < RADIUS) temp[lindex - RADIUS] = in[gindex];
    // the last RADIUS threads that have an element bring the right halo
    int last = min(BLOCK_SIZE, n - (int)(blockIdx.x * blockDim.x)) - 1;
    if ((int)threadIdx.x > last - RADIUS) temp[lindex + RADIUS] = in[gindex + 2 * RADIUS];
  }
  __syncthreads();

  if (gindex >= n) return;
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  out[gindex] = result;
}

int main() {
  const int n = 1000;
  int in[n + 2 * RADIUS], out[n];
  for (int i = 0; i < n + 2 * RADIUS; i++) in[i] = (i * 13) % 17;

  int *d_in, *d_out;
  cudaMalloc(&d_in, sizeof(in));
  cudaMalloc(&d_out, sizeof(out));
  cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
  stencil_1d<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);

  for (int i = 0; i < n; i++) {
    int expected = 0;
    for (int j = 0; j <= 2 * RADIUS; j++) expected += in[i + j];
    assert(out[i] == expected);
  }
  for (int i = 120; i < 136; i++) printf("%d ", out[i]);
  printf("... %d\nSUCCESS\n", out[n - 1]);
  cudaFree(d_in);
  cudaFree(d_out);
}
