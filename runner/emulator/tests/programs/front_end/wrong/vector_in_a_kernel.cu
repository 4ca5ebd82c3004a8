// A std::vector is passed to a kernel by value, and indexed there.
#include <iostream>
#include <vector>

#ifdef REPAIRED
__global__ void doubled(const int *v, int n, int *out) {
  if (threadIdx.x < n) out[threadIdx.x] = 2 * v[threadIdx.x];
}
#else
__global__ void doubled(std::vector<int> v, int n, int *out) {
  if (threadIdx.x < v.size()) out[threadIdx.x] = 2 * v[threadIdx.x];  // refused: calling a __host__ function
}
#endif

int main() {
  std::vector<int> v = {3, 1, 4, 1, 5, 9, 2, 6}, r(8);
  int *out;
  cudaMalloc(&out, 8 * sizeof(int));
#ifdef REPAIRED
  int *in;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMemcpy(in, v.data(), 8 * sizeof(int), cudaMemcpyHostToDevice);
  doubled<<<1, 32>>>(in, 8, out);
  cudaFree(in);
#else
  doubled<<<1, 32>>>(v, 8, out);
#endif
  cudaMemcpy(r.data(), out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int x : r) std::cout << x << ' ';
  std::cout << '\n';
  cudaFree(out);
}
