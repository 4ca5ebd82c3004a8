// Wrong: 64 x 64 threads are more than a block may have. The launch fails, nobody looks, and what happens to
// lie in the buffer is printed.
#include <cstdio>
#include <vector>

__global__ void transpose(const int* in, int* out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
}

int main() {
  int rows, columns;
  if (scanf("%d %d", &rows, &columns) != 2) return 1;
  std::vector<int> a(rows * columns);
  for (int& x : a) scanf("%d", &x);
  int *in, *out;
  size_t bytes = a.size() * sizeof(int);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, a.data(), bytes, cudaMemcpyHostToDevice);
  transpose<<<dim3((rows + 63) / 64, (columns + 63) / 64), dim3(64, 64)>>>(in, out, rows, columns);
  cudaMemcpy(a.data(), out, bytes, cudaMemcpyDeviceToHost);
  for (int c = 0; c < columns; c++) {
    for (int r = 0; r < rows; r++) printf("%d%c", a[c * rows + r], r + 1 < rows ? ' ' : '\n');
  }
}
