// Rows are mapped to the second dimension of the grid, which ends at 65535.
#include <cstdio>

__global__ void touch(unsigned char *rows, int columns) {
#ifdef REPAIRED
  size_t i = (size_t)blockIdx.x * columns + threadIdx.x;
#else
  size_t i = (size_t)blockIdx.y * columns + threadIdx.x;
#endif
  if (threadIdx.x < columns) rows[i] = 1;
}

int main() {
  const int rows = 70000, columns = 3;
  static unsigned char h[rows * columns];
  unsigned char *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
#ifdef REPAIRED
  touch<<<dim3(rows, 1), 32>>>(d, columns);
#else
  touch<<<dim3(1, rows), 32>>>(d, columns);  // fault: ignored-error
#endif
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (unsigned char v : h) sum += v;
  printf("%ld\n", sum);
  cudaFree(d);
}
