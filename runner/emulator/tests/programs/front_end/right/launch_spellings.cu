// Launches in many forms: also as formatters that do not know CUDA leave them.
#include <cstdio>
#include <vector>
__global__ void k(int* x, int v) { x[blockIdx.x * blockDim.x + threadIdx.x] = v; }
template <int N>
__global__ void t(int* x) {
  x[threadIdx.x] = N;
}
template <class A, class B>
__global__ void t2(A a, B* b) {
  b[threadIdx.x] = a;
}
__global__ void defaults(int* x, int v = 9) { x[0] = v; }
struct S {
  static void launch(int* x) { k<<<1, 4>>>(x, 77); }
};
namespace ns {
__global__ void inner(int* x) { *x = 5; }
}  // namespace ns
using namespace ns;
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
int main() {
  int* x;
  cudaMallocManaged(&x, 4096);
  k << < 2, 4 >> > (x, 3);
  cudaDeviceSynchronize();
  printf("%d\n", x[7]);
  k<<<2, 4>>>(x, 4);
  cudaDeviceSynchronize();
  printf("%d\n", x[7]);
  t<3><<<1, 4>>>(x);
  cudaDeviceSynchronize();
  printf("%d\n", x[3]);
  t2<int, int><<<dim3(1, 1, 1), dim3{4}>>>(8, x);
  cudaDeviceSynchronize();
  printf("%d\n", x[3]);
  defaults<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  S::launch(x);
  cudaDeviceSynchronize();
  printf("%d\n", x[3]);
  inner<<<1, 1>>>(x);
  ns::inner<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  LAUNCH(k, 1, 4, x, 12);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  LAUNCH((t2<int, int>), 1, 4, 13, x);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  cudaLaunchConfig_t c = {};
  c.gridDim = 1;
  c.blockDim = 4;
  cudaLaunchKernelEx(&c, k, x, 21);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  const int shift = 64 >> 2 << 1;
  std::vector<std::vector<int>> v(2, std::vector<int>(3));
  if (1 << 2 < 5 && shift >> 1 > 3) printf("%d %zu\n", shift, v[0].size());
  t < 5 > << < 1, 1 >> > (x);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  for (auto kernel : {k, +k}) kernel<<<1, 1>>>(x, 2);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  [&] { k<<<1, 1>>>(x, 30); }();
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  k<<<(1), (x ? 2 : 3), 0, nullptr>>>(x, x[0] > 1 ? 31 : 0);
  cudaDeviceSynchronize();
  printf("%d\n", x[0]);
  cudaFree(x);
}
