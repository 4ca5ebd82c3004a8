// Measures how long the emulated device takes to multiply two 256 x 256 float matrices in tiles of shared
// memory.
#include <chrono>
#include <cstdio>
#include <vector>

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[tile][tile], b_tile[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    a_tile[y][x] = a[row * n + k + x];
    b_tile[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 256, bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 7 - 3, b[i] = i % 11 - 5;
  float *on_a, *on_b, *on_c;
  cudaMalloc(&on_a, bytes);
  cudaMalloc(&on_b, bytes);
  cudaMalloc(&on_c, bytes);
  cudaMemcpy(on_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), bytes, cudaMemcpyHostToDevice);
  const auto begin = std::chrono::steady_clock::now();
  multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(on_a, on_b, on_c, n);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  cudaMemcpy(c.data(), on_c, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      wrong += sum != c[row * n + column];
    }
  }
  printf("%.3f s, %s\n", seconds.count(), wrong == 0 ? "right" : "wrong");
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
}
