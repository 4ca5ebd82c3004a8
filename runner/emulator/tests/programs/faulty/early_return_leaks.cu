// A function that leaves by its first return does not free what it has allocated.
#include <cstdio>
#include <vector>

__global__ void mark(const int *v, int n, int wanted, int *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] == wanted) *found = 1;
}

bool contains(const std::vector<int> &v, int wanted) {
  int *d_v, *d_found, found = 0;
  cudaMalloc(&d_found, sizeof(int));
  cudaMalloc(&d_v, v.size() * sizeof(int));  // fault: leaked-memory
  cudaMemset(d_found, 0, sizeof(int));
  cudaMemcpy(d_v, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
  mark<<<(v.size() + 63) / 64, 64>>>(d_v, v.size(), wanted, d_found);
  cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
  cudaFree(d_found);
#ifndef REPAIRED
  if (found) return true;
#endif
  cudaFree(d_v);
  return found;
}

int main() {
  std::vector<int> v;
  for (int i = 0; i < 300; i++) v.push_back(3 * i);
  int count = 0;
  for (int wanted = 0; wanted < 20; wanted++) count += contains(v, wanted);
  printf("%d\n", count);
}
