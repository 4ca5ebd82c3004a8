// More shared memory than 48 KiB: refused without the opt-in, granted with it, up to 227 KiB on this architecture.
#include <cstdio>
#include <vector>
#include <algorithm>

// Each element becomes its mirror image plus the number of smaller ones in its residue class.
__global__ void mirrored(const float *in, float *out, int n) {
  extern __shared__ float cells[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) cells[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int low = 0;
    for (int j = i % 64; j < n; j += 64) low += cells[j] < cells[i];
    out[i] = cells[n - 1 - i] + low;
  }
}

__global__ void touchEnds(int words, int *out) {
  extern __shared__ int memory[];
  if (threadIdx.x == 0) memory[0] = 11;
  if (threadIdx.x == 1) memory[words - 1] = 22;
  __syncthreads();
  *out = memory[0] + memory[words - 1];
}

int main() {
  const int n = 24001;  // 93.8 KiB
  std::vector<float> h(n), r(n);
  for (int i = 0; i < n; ++i) h[i] = i * 101 % 24001;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const size_t bytes = n * sizeof(float);
  mirrored<<<1, 256, bytes>>>(in, out, n);
  printf("without the opt-in: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFuncSetAttribute(mirrored, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  mirrored<<<1, 256, bytes>>>(in, out, n);
  printf("with it: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaMemcpy(r.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", r[0], r[12000], r[n - 1]);

  int *sum, result = 0, optin = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  cudaError_t e = cudaFuncSetAttribute(touchEnds, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  printf("227 KiB: %s, the most there is: %s\n", cudaGetErrorName(e), optin == 227 * 1024 ? "yes" : "no");
  touchEnds<<<1, 32, 227 * 1024>>>(227 * 256, sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  e = cudaFuncSetAttribute(touchEnds, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * 1024);
  printf("228 KiB: %s\n", cudaGetErrorName(e));
  cudaGetLastError();
  cudaFree(in), cudaFree(out), cudaFree(sum);
}
