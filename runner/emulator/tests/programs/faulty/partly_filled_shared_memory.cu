// The maximum of each block; the threads beyond the end leave their element of shared memory as it was.
#include <cstdio>

__global__ void maxima(const int *in, int n, int *out) {
  extern __shared__ int s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  s[threadIdx.x] = i < n ? in[i] : -1;
#else
  if (i < n) s[threadIdx.x] = in[i];
#endif
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + half]);  // fault: uninitialised-read
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 200, threads = 128, blocks = 2;
  int in[n], out[blocks], *d_in, *d_out;
  for (int i = 0; i < n; i++) in[i] = i * 37 % 101;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  maxima<<<blocks, threads, threads * sizeof(int)>>>(d_in, n, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d %d\n", out[0], out[1]);
  cudaFree(d_in);
  cudaFree(d_out);
}
