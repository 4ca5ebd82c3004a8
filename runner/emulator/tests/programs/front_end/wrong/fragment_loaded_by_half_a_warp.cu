// Warp matrix operations within a branch that only half of the lanes take.
#include <cstdio>
#include <mma.h>

using namespace nvcuda::wmma;

__global__ void square(const half *a, float *c) {
#ifdef REPAIRED
  if (threadIdx.x < 32) {
#else
  if (threadIdx.x < 16) {
#endif
    fragment<matrix_a, 16, 16, 16, half, row_major> left;
    fragment<matrix_b, 16, 16, 16, half, row_major> right;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.0f);
    load_matrix_sync(left, a, 16);  // fault: warp-divergence
    load_matrix_sync(right, a, 16);  // fault: warp-divergence
    mma_sync(sum, left, right, sum);  // fault: warp-divergence
    store_matrix_sync(c, sum, 16, mem_row_major);  // fault: warp-divergence
  }
}

int main() {
  half h[256], *a;
  float r[256], *c;
  for (int i = 0; i < 256; ++i) h[i] = __float2half(i % 5);
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&c, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(c, 0, sizeof r);
  square<<<1, 32>>>(a, c);
  cudaMemcpy(r, c, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g %g\n", r[0], r[255]);
  cudaFree(a);
  cudaFree(c);
}
