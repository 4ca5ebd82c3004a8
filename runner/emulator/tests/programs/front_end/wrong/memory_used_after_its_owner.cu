// A pointer outlives the object that owned the memory.
#include <cstdio>
#include <memory>

struct Deleter { void operator()(int *p) const { cudaFree(p); } };
using DevicePointer = std::unique_ptr<int, Deleter>;

DevicePointer allocate(int n) {
  int *p;
  cudaMalloc(&p, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(int));
  return DevicePointer(p);
}

__global__ void increment(int *x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] += 1;  // fault: use-after-free
}

int main() {
  const int n = 40;
  int h[n] = {};
#ifdef REPAIRED
  DevicePointer owner = allocate(n);
  int *x = owner.get();
#else
  int *x = allocate(n).get();
#endif
  increment<<<1, 64>>>(x, n);
  increment<<<1, 64>>>(x, n);  // fault: ignored-error
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[39]);
}
