// Blocks of one thread that print the same words, and one thread that prints the results of the others.
#include <cstdio>
#include <iostream>

#define CHECK(call)                                                                          \
  do {                                                                                       \
    cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                             \
      std::cerr << __FILE__ << ":" << __LINE__ << " " << cudaGetErrorString(status) << "\n"; \
      std::exit(EXIT_FAILURE);                                                               \
    }                                                                                        \
  } while (0)

__global__ void sameWords(int *squares) {
  squares[blockIdx.x] = blockIdx.x * blockIdx.x;
  printf("a block of %d thread out of %d blocks\n", blockDim.x, gridDim.x);
}

__global__ void summary(const int *squares, int n) {
  for (int i = 0; i < n; ++i) printf("%d%c", squares[i], i + 1 < n ? ' ' : '\n');
}

int main() {
  const int n = 5;
  int *squares;
  CHECK(cudaMalloc(&squares, n * sizeof(int)));
  sameWords<<<n, 1>>>(squares);
  CHECK(cudaGetLastError());
  std::cout << "waiting for " << n << " blocks" << std::endl;
  CHECK(cudaDeviceSynchronize());
  std::cout << "now the summary" << std::endl;
  summary<<<1, 1>>>(squares, n);
  std::cout << "launched" << std::endl;
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(squares));
  std::cout << "freed" << std::endl;
}
