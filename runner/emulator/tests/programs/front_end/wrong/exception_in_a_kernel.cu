// A device function throws when an index is out of range.
#include <cstdio>
#include <stdexcept>

__device__ int at(const int* a, int n, int i, int* errors) {
  if (i < 0 || i >= n) {
#ifdef REPAIRED
    atomicAdd(errors, 1);
    return 0;
#else
    throw std::out_of_range("index");  // refused: exception handling
#endif
  }
  return a[i];
}

__global__ void gather(const int* a, int n, const int* where, int* out, int* errors) {
  out[threadIdx.x] = at(a, n, where[threadIdx.x], errors);
}

int main() {
  int h[8] = {5, 6, 7, 8, 9, 10, 11, 12}, w[8] = {7, 0, 3, 3, -1, 8, 2, 1}, *a, *where, *out;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&where, sizeof w);
  cudaMalloc(&out, 9 * sizeof(int));
  cudaMemset(out, 0, 9 * sizeof(int));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(where, w, sizeof w, cudaMemcpyHostToDevice);
  gather<<<1, 8>>>(a, 8, where, out, out + 8);
  int r[9];
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  for (int x : r) printf("%d ", x);
  printf("\n");
  cudaFree(a), cudaFree(where), cudaFree(out);
}
