// A square matrix is transposed in place by all threads, instead of by those above the diagonal.
#include <cstdio>

__global__ void transpose(float *m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef REPAIRED
  if (x < n && y < x) {
    float t = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = t;
  }
#else
  if (x < n && y < n) m[x * n + y] = m[y * n + x];  // fault: global-memory-race
#endif
}

int main() {
  const int n = 45;
  static float h[n * n];
  for (int i = 0; i < n * n; ++i) h[i] = i;
  float *m;
  cudaMalloc(&m, sizeof h);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  transpose<<<dim3(3, 3), dim3(16, 16)>>>(m, n);
  cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) wrong += h[y * n + x] != x * n + y;
  printf("%s\n", wrong ? "not transposed" : "transposed");
  cudaFree(m);
}
