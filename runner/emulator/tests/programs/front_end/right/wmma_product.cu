// A product of matrices of halves by warp matrix fragments, one tile of 16 x 16 a warp; sums in float.
#include <mma.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>
using namespace nvcuda;

const int M = 48, N = 32, K = 80;

#define cudaErrCheck(stat) { cudaErrCheck_((stat), __FILE__, __LINE__); }
void cudaErrCheck_(cudaError_t stat, const char *file, int line) {
   if (stat != cudaSuccess) {
      fprintf(stderr, "CUDA Error: %s %s %d\n", cudaGetErrorString(stat), file, line);
      exit(1);
   }
}

__global__ void wmma_example(const half *a, const half *b, float *c, float alpha, float beta) {
   int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
   int warpN = blockIdx.y * blockDim.y + threadIdx.y;
   if (warpM * 16 >= M || warpN * 16 >= N) return;
   wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag;
   wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_frag;
   wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc_frag, c_frag;
   wmma::fill_fragment(acc_frag, 0.0f);
   for (int k = 0; k < K; k += 16) {
      wmma::load_matrix_sync(a_frag, a + warpM * 16 * K + k, K);
      wmma::load_matrix_sync(b_frag, b + warpN * 16 * K + k, K);
      wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
   }
   float *tile = c + warpM * 16 * N + warpN * 16;
   wmma::load_matrix_sync(c_frag, tile, N, wmma::mem_row_major);
   for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
   wmma::store_matrix_sync(tile, c_frag, N, wmma::mem_row_major);
}

int main() {
   static half ha[M * K], hb[N * K];
   static float hc[M * N], result[M * N];
   for (int i = 0; i < M * K; i++) ha[i] = __float2half((i * 5 % 17) - 8);
   for (int i = 0; i < N * K; i++) hb[i] = __float2half((i * 3 % 11) * 0.5f);
   for (int i = 0; i < M * N; i++) hc[i] = i % 4;
   half *a, *b;
   float *c;
   cudaErrCheck(cudaMalloc((void **)&a, sizeof ha));
   cudaErrCheck(cudaMalloc((void **)&b, sizeof hb));
   cudaErrCheck(cudaMalloc((void **)&c, sizeof hc));
   cudaErrCheck(cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice));
   cudaErrCheck(cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice));
   cudaErrCheck(cudaMemcpy(c, hc, sizeof hc, cudaMemcpyHostToDevice));
   wmma_example<<<dim3(1, 2), dim3(96, 1)>>>(a, b, c, 2.0f, 0.5f);
   cudaErrCheck(cudaMemcpy(result, c, sizeof hc, cudaMemcpyDeviceToHost));
   int wrong = 0;
   for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
         float sum = 0;
         for (int k = 0; k < K; k++) sum += __half2float(ha[i * K + k]) * __half2float(hb[j * K + k]);
         wrong += !(result[i * N + j] == 2.0f * sum + 0.5f * hc[i * N + j]);
      }
   printf("%d wrong, %g %g %g\n", wrong, result[0], result[777], result[M * N - 1]);
   cudaErrCheck(cudaFree(a)); cudaErrCheck(cudaFree(b)); cudaErrCheck(cudaFree(c));
   return 0;
}
