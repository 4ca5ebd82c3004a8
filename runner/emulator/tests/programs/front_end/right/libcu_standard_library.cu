// Parts of the standard library in kernels: array, tuple, optional, span, complex, limits, algorithms.
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cstdio>

namespace cs = cuda::std;

template <typename T>
__device__ cs::tuple<T, T> extremes(cs::span<const T> values) {
  T low = cs::numeric_limits<T>::max(), high = cs::numeric_limits<T>::lowest();
  for (T v : values) {
    low = v < low ? v : low;
    high = v > high ? v : high;
  }
  return cs::make_tuple(low, high);
}

__device__ cs::optional<int> firstAbove(cs::span<const int> values, int limit) {
  for (cs::size_t i = 0; i < values.size(); ++i)
    if (values[i] > limit) return static_cast<int>(i);
  return cs::nullopt;
}

template <typename T>
__device__ int kind(T) {
  if constexpr (cs::is_integral_v<T>) return 1;
  else return 2;
}

__global__ void tour(const int *in, int n, int *out, float *reals) {
  cs::span<const int> values(in, n);
  auto [low, high] = extremes(values);
  cs::array<int, 5> a = {5, 4, 3, 2, 1};
  a[2] = 30;
  int sum = 0;
  for (int x : a) sum += x;
  cs::pair<int, float> p{kind(3), 2.5f};
  out[0] = low, out[1] = high, out[2] = sum, out[3] = p.first + kind(2.0f);
  out[4] = firstAbove(values, 40).value_or(-1);
  out[5] = firstAbove(values.subspan(3, 4), 1000).value_or(-1);
  cs::complex<float> z(1, 2), w = z * cs::complex<float>(0, 1);
  reals[0] = w.real(), reals[1] = w.imag(), reals[2] = cs::norm(z), reals[3] = cs::sqrt(2.25f);
}

int main() {
  int h[50], out[6], *in, *d;
  float reals[4], *r;
  for (int i = 0; i < 50; ++i) h[i] = i * 19 % 53 - 3;
  cudaMalloc(&in, sizeof h), cudaMalloc(&d, sizeof out), cudaMalloc(&r, sizeof reals);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  tour<<<1, 1>>>(in, 50, d, r);
  cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(reals, r, sizeof reals, cudaMemcpyDeviceToHost);
  for (int x : out) printf("%d ", x);
  for (float x : reals) printf("%g ", x);
  printf("\n");
  cudaFree(in), cudaFree(d), cudaFree(r);
}
