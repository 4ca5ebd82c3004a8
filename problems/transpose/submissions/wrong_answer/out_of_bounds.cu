// Wrong: no thread looks whether its element is inside the matrix, and those outside overwrite the elements
// of others. Caught by the first matrix that is not made of whole blocks.
#include <cstdio>
#include <vector>

__global__ void transpose(const int* in, int* out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  out[c * rows + r] = in[r * columns + c];
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
  transpose<<<dim3((rows + 15) / 16, (columns + 15) / 16), dim3(16, 16)>>>(in, out, rows, columns);
  cudaMemcpy(a.data(), out, bytes, cudaMemcpyDeviceToHost);
  for (int c = 0; c < columns; c++) {
    for (int r = 0; r < rows; r++) printf("%d%c", a[c * rows + r], r + 1 < rows ? ' ' : '\n');
  }
}
