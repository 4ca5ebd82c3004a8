// A vote with a mask that leaves out the lanes that call it.
#include <cstdio>

__global__ void count(const int *in, int *out) {
  int lane = threadIdx.x % 32;
#ifdef REPAIRED
  unsigned mask = 0xffffffffu;
#else
  unsigned mask = (1u << lane) - 1;  // meant: the lanes before mine
#endif
  unsigned vote = __ballot_sync(mask, in[threadIdx.x] > 0);  // fault: warp-divergence
  if (lane == 31) out[threadIdx.x / 32] = __popc(vote & ~(1u << 31));
}

int main() {
  int in[32], out, *d_in, *d_out;
  for (int i = 0; i < 32; i++) in[i] = i % 3 - 1;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d\n", out);
  cudaFree(d_in);
  cudaFree(d_out);
}
