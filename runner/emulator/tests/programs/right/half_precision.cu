// Numbers of 16 bits: half, half2 and bfloat16.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define N 512

__global__ void axpy(__half a, const __half *x, const __half *y, __half *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) out[i] = __hadd(__hmul(a, x[i]), y[i]);
}

__global__ void axpy2(__half2 a, const __half2 *x, const __half2 *y, __half2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N / 2) out[i] = __hfma2(a, x[i], y[i]);
}

__global__ void maximum(const half *x, float *out) {
  __shared__ half s[128];
  half mine = x[threadIdx.x];
  for (int i = threadIdx.x; i < N; i += 128)
    if (__hgt(x[i], mine)) mine = x[i];
  s[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 128; i++) mine = s[i] > mine ? s[i] : mine;
    *out = __half2float(mine);
  }
}

__global__ void rounded(const float *in, float *out, int n) {
  for (int i = 0; i < n; i++) {
    out[2 * i] = __half2float(__float2half(in[i]));
    out[2 * i + 1] = __bfloat162float(__float2bfloat16(in[i]));
  }
}

int main() {
  static __half x[N], y[N], z[N];
  for (int i = 0; i < N; i++) x[i] = __float2half(i * 0.25f), y[i] = __float2half(-(i % 8));
  __half *d_x, *d_y, *d_z;
  float *d_f, f[14] = {0.1f, 1.0f / 3, 2049, 65519, 70000, 1e-7f, -5.9e-8f};
  cudaMalloc(&d_x, sizeof x), cudaMalloc(&d_y, sizeof y), cudaMalloc(&d_z, sizeof z), cudaMalloc(&d_f, sizeof f * 2);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice);

  axpy<<<4, 128>>>(__float2half(1.5f), d_x, d_y, d_z);
  cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost);
  printf("axpy: %g %g %g\n", __half2float(z[1]), __half2float(z[100]), __half2float(z[511]));
  axpy2<<<4, 64>>>(__floats2half2_rn(2.0f, -1.0f), (const __half2 *)d_x, (const __half2 *)d_y, (__half2 *)d_z);
  cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost);
  printf("in pairs: %g %g %g %g\n", (float)z[0], (float)z[1], (float)z[510], (float)z[511]);
  maximum<<<1, 128>>>(d_z, d_f);
  cudaMemcpy(f + 13, d_f, sizeof(float), cudaMemcpyDeviceToHost);
  printf("maximum: %g\n", f[13]);

  float *d_in = d_f, *d_out = d_f + 7, back[14];
  cudaMemcpy(d_in, f, 7 * sizeof(float), cudaMemcpyHostToDevice);
  rounded<<<1, 1>>>(d_in, d_out, 7);
  cudaMemcpy(back, d_out, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; i++) printf("%g as half %.9g, as bfloat16 %.9g\n", f[i], back[2 * i], back[2 * i + 1]);
  cudaFree(d_x), cudaFree(d_y), cudaFree(d_z), cudaFree(d_f);
  return 0;
}
