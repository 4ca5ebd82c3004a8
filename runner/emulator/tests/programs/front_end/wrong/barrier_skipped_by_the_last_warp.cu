// Threads beyond the end skip the loop that contains the barrier.
#include <iostream>

constexpr int kThreads = 96;

__global__ void prefix(const int *in, int *out, int n) {
  __shared__ int s[kThreads];
  int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0;
  __syncthreads();
#ifdef REPAIRED
  {
#else
  if (t < n) {
#endif
    for (int d = 1; d < kThreads; d *= 2) {
      int left = t >= d ? s[t - d] : 0;
      __syncthreads();  // fault: barrier-divergence
      s[t] += left;
      __syncthreads();  // fault: barrier-divergence
    }
#ifdef REPAIRED
    if (t < n)
#endif
      out[t] = s[t];
  }
}

int main() {
  const int n = 70;
  int h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  prefix<<<1, kThreads>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  std::cout << h[69] << '\n';
  cudaFree(in);
  cudaFree(out);
}
