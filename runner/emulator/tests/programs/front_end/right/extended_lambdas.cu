// Lambdas for the device in host code, which use constexpr functions of the host.
// nvcc --extended-lambda --expt-relaxed-constexpr
#include <cstdio>
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>
template <class F, class... A>
__global__ void call(F f, A... a) {
  f(threadIdx.x + blockIdx.x * blockDim.x, a...);
}
template <class F>
void parallel_for(int n, F f) {
  call<<<(n + 127) / 128, 128>>>([=] __device__(int i) {
    if (i < n) f(i);
  });
}
struct Field {
  float* data;
  int w;
  __host__ __device__ float& operator()(int x, int y) { return data[y * w + x]; }
  void fill(int n) {
    auto self = *this;
    parallel_for(n, [self] __device__(int i) {
      Field g = self;
      g(i % self.w, i / self.w) = i;
    });
  }
};
constexpr int cube(int x) { return x * x * x; }
template <class T>
constexpr T largest(T a, T b) {
  return std::max(a, b);
}
int main() {
  int* x;
  float* f;
  cudaMallocManaged(&x, 4096);
  cudaMallocManaged(&f, 4096);
  int n = 300;
  parallel_for(n, [=] __device__(int i) { x[i] = cube(i % 10) + largest(i, 150); });
  cudaDeviceSynchronize();
  printf("%d %d\n", x[9], x[299]);
  std::array<int, 4> a = {5, 6, 7, 8};
  parallel_for(4, [=] __device__(int i) { x[i] = a[i] * 2 + (int)a.size(); });
  cudaDeviceSynchronize();
  printf("%d\n", x[3]);
  Field field{f, 16};
  field.fill(256);
  cudaDeviceSynchronize();
  printf("%g\n", field(3, 2));
  auto both = [] __host__ __device__(int i) { return i * 3; };
  parallel_for(4, [=] __device__(int i) { x[i] = both(i); });
  cudaDeviceSynchronize();
  printf("%d %d\n", x[2], both(2));
  call<<<1, 4>>>([] __device__(int i, int* p, float s) { p[i] = (int)(i * s); }, x, 2.5f);
  cudaDeviceSynchronize();
  printf("%d\n", x[3]);
  parallel_for(1, [=] __device__(int) {
    auto inner = [&](int k) { return k + n; };
    int v = 0;
    for (int k = 0; k < 3; k++) v += inner(k);
    x[0] = v;
    x[1] = std::numeric_limits<int>::max();
    std::pair<int, int> p{1, 2};
    x[2] = p.first + p.second;
    int s[5] = {3, 1, 2, 5, 4};
    for (int i = 1; i < 5; i++)
      for (int j = i; j && s[j] < s[j - 1]; j--) {
        int t = s[j];
        s[j] = s[j - 1];
        s[j - 1] = t;
      }
    x[3] = s[0] * 10 + s[4];
    x[4] = std::min({4, 2, 3});
  });
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", x[0], x[1], x[2], x[3], x[4]);
  cudaFree(x);
  cudaFree(f);
}
