// Normal numbers from Philox: one at a time, in pairs and in fours; the moments of many.
#include <curand_kernel.h>
#include <iostream>
#include <iomanip>

using State = curandStatePhilox4_32_10_t;

__global__ void few(float *out) {
  State s;
  curand_init(/*seed*/ 99, /*sequence*/ threadIdx.x, /*offset*/ 0, &s);
  float *mine = out + 8 * threadIdx.x;
  mine[0] = curand_normal(&s);
  mine[1] = curand_log_normal(&s, 0.0f, 0.25f);
  float2 two = curand_normal2(&s);
  mine[2] = two.x, mine[3] = two.y;
  float4 four = curand_normal4(&s);
  mine[4] = four.x, mine[5] = four.y, mine[6] = four.z, mine[7] = four.w;
}

__global__ void moments(int perThread, double *sums) {
  State s;
  curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &s);
  double one = 0, two = 0;
  for (int i = 0; i < perThread; i += 4) {
    float4 v = curand_normal4(&s);
    one += v.x + v.y + v.z + v.w;
    two += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  atomicAdd(&sums[0], one);
  atomicAdd(&sums[1], two);
}

__global__ void words(uint4 *out) {
  State s;
  curand_init(1, 2, 3, &s);
  out[0] = curand4(&s);
  out[1].x = curand(&s);
  out[1].y = curand_poisson(&s, 3.5);
}

int main() {
  float *out, h[24];
  double *sums, m[2];
  uint4 *w, hw[2];
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&sums, sizeof m);
  cudaMalloc(&w, sizeof hw);
  cudaMemset(w, 0, sizeof hw);
  few<<<1, 3>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  std::cout << std::fixed << std::setprecision(4);
  for (int i = 0; i < 24; ++i) std::cout << h[i] << (i % 8 == 7 ? '\n' : ' ');
  cudaMemset(sums, 0, sizeof m);
  moments<<<4, 100>>>(60, sums);
  cudaMemcpy(m, sums, sizeof m, cudaMemcpyDeviceToHost);
  std::cout << "mean " << m[0] / 24000 << ", variance " << std::setprecision(3) << m[1] / 24000 << '\n';
  words<<<1, 1>>>(w);
  cudaMemcpy(hw, w, sizeof hw, cudaMemcpyDeviceToHost);
  std::cout << hw[0].x << ' ' << hw[0].y << ' ' << hw[0].z << ' ' << hw[0].w << ' ' << hw[1].x << ' ' << hw[1].y << '\n';
  cudaFree(out);
  cudaFree(sums);
  cudaFree(w);
}
