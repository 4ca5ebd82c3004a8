// y = A x for a sparse matrix in CSR form: one thread a row, then one warp a row.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Csr {
  int rows;
  int *offsets, *columns;
  double *values;
};

__global__ void spmv_scalar(Csr a, const double *x, double *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < a.rows) {
    double sum = 0;
    for (int k = a.offsets[row]; k < a.offsets[row + 1]; k++) sum += a.values[k] * x[a.columns[k]];
    y[row] = sum;
  }
}

__global__ void spmv_vector(Csr a, const double *__restrict__ x, double *__restrict__ y) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  int lane = threadIdx.x & (warpSize - 1);
  if (warp >= a.rows) return;  // whole warps leave
  double sum = 0;
  for (int k = a.offsets[warp] + lane; k < a.offsets[warp + 1]; k += warpSize)
    sum += a.values[k] * __ldg(&x[a.columns[k]]);
  for (int delta = 16; delta; delta >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, delta);
  if (lane == 0) y[warp] = sum;
}

template <typename T>
T *toDevice(const std::vector<T> &v) {
  T *p;
  if (cudaMalloc(&p, v.size() * sizeof(T)) != cudaSuccess) exit(1);
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  // Row i has i % 50 entries; row 7 is dense.
  const int n = 400;
  std::vector<int> offsets{0}, columns;
  std::vector<double> values, x(n), y(n), expected(n);
  for (int i = 0; i < n; i++) x[i] = i % 9 - 4;
  for (int i = 0; i < n; i++) {
    int entries = i == 7 ? n : i % 50;
    for (int e = 0; e < entries; e++) {
      int column = i == 7 ? e : (i * 31 + e * 7) % n;
      columns.push_back(column);
      values.push_back((i + 3 * e) % 8 * 0.25);
      expected[i] += values.back() * x[column];
    }
    offsets.push_back(columns.size());
  }

  Csr a = {n, toDevice(offsets), toDevice(columns), toDevice(values)};
  double *d_x = toDevice(x), *d_y = toDevice(y);
  for (int way = 0; way < 2; way++) {
    if (way == 0)
      spmv_scalar<<<(n + 127) / 128, 128>>>(a, d_x, d_y);
    else
      spmv_vector<<<(n * 32 + 127) / 128, 128>>>(a, d_x, d_y);
    cudaMemcpy(y.data(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%s: y[7] = %g, y[49] = %g, y[399] = %g, %s\n", way ? "warp a row" : "thread a row", y[7], y[49],
           y[399], y == expected ? "right" : "WRONG");
  }
  cudaFree(a.offsets), cudaFree(a.columns), cudaFree(a.values), cudaFree(d_x), cudaFree(d_y);
}
