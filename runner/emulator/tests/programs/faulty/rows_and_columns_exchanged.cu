// Sums of the columns of a matrix with 30 rows and 25 columns.
#include <iostream>
#define ROWS 30
#define COLS 25

__global__ void columnSums(const int* m, int* sums) {
  int c = threadIdx.x;
  if (c >= COLS) return;
  int sum = 0;
  for (int r = 0; r < ROWS; ++r) {
#ifdef REPAIRED
    sum += m[r * COLS + c];
#else
    sum += m[r * ROWS + c];  // fault: out-of-bounds
#endif
  }
  sums[c] = sum;
}

int main() {
  int m[ROWS][COLS], sums[COLS], *d_m, *d_sums;
  for (int r = 0; r < ROWS; ++r)
    for (int c = 0; c < COLS; ++c) m[r][c] = r - c;
  cudaMalloc(&d_m, sizeof m);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
  columnSums<<<1, 32>>>(d_m, d_sums);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  std::cout << sums[0] << " " << sums[COLS - 1] << std::endl;
  cudaFree(d_m);
  cudaFree(d_sums);
}
