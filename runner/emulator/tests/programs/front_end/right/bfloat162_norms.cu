// Norms of rows in bfloat16, two elements at a time, and what the format loses.
#include <cuda_bf16.h>
#include <cstdio>
#include <vector>

using bf16 = __nv_bfloat16;
using bf162 = __nv_bfloat162;

__global__ void norms(const bf162 *m, int pairs, float *out) {
  const bf162 *row = m + blockIdx.x * pairs;
  bf162 absolute = __floats2bfloat162_rn(0.f, 0.f);
  float squares = 0;
  for (int i = threadIdx.x; i < pairs; i += 32) {
    bf162 v = row[i];
    absolute = __hmax2(absolute, __habs2(v));
    float2 f = __bfloat1622float2(v);
    squares += f.x * f.x + f.y * f.y;
  }
  for (int d = 16; d; d /= 2) {
    squares += __shfl_xor_sync(~0u, squares, d);
    absolute = __hmax2(absolute, __shfl_xor_sync(~0u, absolute, d));
  }
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = squares;
    out[2 * blockIdx.x + 1] = __bfloat162float(__hmax(absolute.x, absolute.y));
  }
}

__global__ void rounding(float *out) {
  bf16 one = __float2bfloat16(1.0f), third = __float2bfloat16_rn(1.0f / 3);
  bf162 p = __halves2bfloat162(one, third), q = __bfloat162bfloat162(third);
  bf162 r = __hfma2(p, q, p);
  out[0] = __bfloat162float(third);
  out[1] = __low2float(r), out[2] = __high2float(r);
  out[3] = __bfloat162float(one + __float2bfloat16(0.001f));
  out[4] = __bfloat162float(__float2bfloat16_rz(1.999f));
  out[5] = float(bf16(257.0f) * bf16(3.0f));
}

int main() {
  const int rows = 3, columns = 90;
  std::vector<bf16> h(rows * columns);
  for (int i = 0; i < rows * columns; ++i) h[i] = __float2bfloat16((i * 7 % 33 - 16) * 0.5f);
  bf16 *m;
  float *out, r[6];
  cudaMalloc(&m, h.size() * sizeof(bf16));
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(m, h.data(), h.size() * sizeof(bf16), cudaMemcpyHostToDevice);
  norms<<<rows, 32>>>(reinterpret_cast<const bf162 *>(m), columns / 2, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  for (int i = 0; i < rows; ++i) printf("row %d: %g, at most %g\n", i, r[2 * i], r[2 * i + 1]);
  rounding<<<1, 1>>>(out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  for (float x : r) printf("%.6g ", x);
  printf("\n");
  cudaFree(m);
  cudaFree(out);
}
