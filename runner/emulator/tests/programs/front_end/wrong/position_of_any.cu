// Whoever finds the number writes down where: several threads write different positions.
#include <iostream>
#include <vector>

__global__ void find(const int* a, int n, int wanted, int* position) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  if (i < n && a[i] == wanted) atomicMin(position, i);
#else
  if (i < n && a[i] == wanted) *position = i;  // fault: global-memory-race
#endif
}

int main() {
  std::vector<int> h(2000);
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = i % 150;
  int *a, *position, start = 1 << 30, result;
  cudaMalloc(&a, h.size() * sizeof(int));
  cudaMalloc(&position, sizeof(int));
  cudaMemcpy(a, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(position, &start, sizeof(int), cudaMemcpyHostToDevice);
  find<<<16, 128>>>(a, h.size(), 77, position);
  cudaMemcpy(&result, position, sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << "at " << result << std::endl;
  cudaFree(a);
  cudaFree(position);
}
