// std::sort is called on the device.
#include <algorithm>
#include <cstdio>

__device__ void sorted(int *first, int *last) {
#ifdef REPAIRED
  for (int *p = first; p < last; ++p)
    for (int *q = p; q > first && q[-1] > *q; --q) {
      int t = *q;
      *q = q[-1];
      q[-1] = t;
    }
#else
  std::sort(first, last);  // refused: calling a __host__ function
#endif
}

__global__ void sortRows(int *m, int columns) { sorted(m + threadIdx.x * columns, m + (threadIdx.x + 1) * columns); }

int main() {
  int h[3 * 7], *m;
  for (int i = 0; i < 21; ++i) h[i] = i * 8 % 21;
  cudaMalloc(&m, sizeof h);
  cudaMemcpy(m, h, sizeof h, cudaMemcpyHostToDevice);
  sortRows<<<1, 3>>>(m, 7);
  cudaMemcpy(h, m, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 21; ++i) std::printf("%d%c", h[i], i % 7 == 6 ? '\n' : ' ');
  cudaFree(m);
}
