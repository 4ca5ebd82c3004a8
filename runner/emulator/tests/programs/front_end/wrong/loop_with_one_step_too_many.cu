// The loop over a row says <= where it should say <.
#include <cstdio>
#include <cstdlib>

__global__ void rowSums(const int *m, int rows, int columns, int *sums) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int sum = 0;
#ifdef REPAIRED
  for (int c = 0; c < columns; c++)
#else
  for (int c = 0; c <= columns; c++)
#endif
    sum += m[r * columns + c];  // fault: out-of-bounds
  sums[r] = sum;
}

int main() {
  const int rows = 20, columns = 15;
  int *h = (int *)malloc(rows * columns * sizeof(int)), sums[rows];
  for (int i = 0; i < rows * columns; i++) h[i] = i % columns;
  int *m, *d;
  cudaMalloc(&m, rows * columns * sizeof(int));
  cudaMalloc(&d, rows * sizeof(int));
  cudaMemcpy(m, h, rows * columns * sizeof(int), cudaMemcpyHostToDevice);
  rowSums<<<1, 32>>>(m, rows, columns, d);
  cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d %d\n", sums[0], sums[19]);
  cudaFree(m);
  cudaFree(d);
  free(h);
}
