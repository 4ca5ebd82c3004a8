// Kernels in namespaces, declared before they are defined, with launch bounds and in unusual layouts.
#include <cstdio>

__global__ void first(int *);
namespace steps {
template <class T> __global__ void second(T *data, T step);
static __global__ __launch_bounds__(64, 2) void third(int *data);
}

int main() {
  int *d, h[64];
  cudaMalloc(&d, sizeof h);
  first <<< 1,
            64 >>> (d);
  steps::second<int><<<1, 64>>>(d, 5);
  using steps::third;
  third<<<dim3(2), dim3(32, 1, 1)>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[31], h[63]);
  cudaFree(d);
}

__global__
void
first(int *data)
{
  data[threadIdx.x] = threadIdx.x;
}

namespace steps {
template <class T>
__global__ void second(T *data, T step) {
  data[threadIdx.x] = data[threadIdx.x] * step + (threadIdx.x >> 3 << 1);
}
template __global__ void second<long>(long *, long);

void __global__ third(int *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += 1000 >> (blockIdx.x > 0);
}
}  // namespace steps
