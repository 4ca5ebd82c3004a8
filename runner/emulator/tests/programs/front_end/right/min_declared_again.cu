// CUDA's own min, declared once more as if it were the program's.
#include <stdio.h>

#include <algorithm>

int min(int a, int b);

template <class T>
__host__ __device__ T smaller(T a, T b) {
  return min(a, b);
}

__global__ void onDevice(int n) {
  printf("%d %g %u %ld %d\n", min(n, 3), max(1.5f, 2.5f), min(3u, 2u), max(7L, 8L), smaller(n, 2));
}

int main() {
  onDevice<<<1, 1>>>(7);
  cudaDeviceSynchronize();
  printf("%d %g %d %d\n", min(4, 5), max(1.0, 2.0), smaller(9, 8), std::min(1, 2));
  return 0;
}
