// One kernel for all reductions: the operation is a functor that brings its neutral element.
// Build: nvcc -std=c++17 generic_reduction.cu
#include <algorithm>
#include <climits>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

struct Sum {
  static constexpr std::int64_t neutral = 0;
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};
struct ProductModulo {
  static constexpr std::int64_t neutral = 1;
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    return (a * b % 1000000007 + 1000000007) % 1000000007;
  }
};
struct Minimum {
  static constexpr std::int64_t neutral = LLONG_MAX;
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? a : b; }
};
struct Maximum {
  static constexpr std::int64_t neutral = LLONG_MIN;
  __host__ __device__ std::int64_t operator()(std::int64_t a, std::int64_t b) const { return max(a, b); }
};

template <class Op, int kThreads = 128>
__global__ void __launch_bounds__(kThreads) reduce(const int *in, std::size_t n, std::int64_t *out, Op op) {
  __shared__ std::int64_t partial[kThreads];
  std::int64_t mine = Op::neutral;
  const std::size_t step = std::size_t(gridDim.x) * kThreads;
  for (std::size_t i = std::size_t(blockIdx.x) * kThreads + threadIdx.x; i < n; i += step) mine = op(mine, in[i]);
  partial[threadIdx.x] = mine;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] = op(partial[threadIdx.x], partial[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

template <class Op>
void show(const std::string &name, const int *d_in, const std::vector<int> &in, Op op = {}) {
  constexpr int blocks = 20;
  std::int64_t *d_out, out[blocks];
  cudaMalloc(&d_out, sizeof out);
  reduce<Op><<<blocks, 128>>>(d_in, in.size(), d_out, op);
  if (auto error = cudaGetLastError(); error != cudaSuccess) std::cout << cudaGetErrorName(error) << '\n';
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  const std::int64_t device = std::accumulate(out, out + blocks, std::int64_t{Op::neutral}, op);
  const std::int64_t host = std::accumulate(in.begin(), in.end(), std::int64_t{Op::neutral}, op);
  std::cout << name << ": " << device << (device == host ? "" : " WRONG") << '\n';
  cudaFree(d_out);
}

int main() {
  for (std::size_t n : {1, 127, 128, 129, 30011}) {
    std::vector<int> in(n);
    std::uint32_t state = 2463534242u;
    for (int &value : in) {
      state ^= state << 13, state ^= state >> 17, state ^= state << 5;
      value = static_cast<int>(state % 2000001) - 1000000;
    }
    int *d_in;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    std::cout << "n = " << n << '\n';
    show<Sum>("  sum", d_in, in);
    show<ProductModulo>("  product", d_in, in);
    show<Minimum>("  minimum", d_in, in);
    show<Maximum>("  maximum", d_in, in);
    cudaFree(d_in);
  }
}
