// Function objects, pointers to functions of the device, lambdas and folds.
// nvcc --extended-lambda
#include <cstdio>
#include <functional>
template <class T>
struct Square {
  __host__ __device__ T operator()(T x) const { return x * x; }
};
template <class T, T Offset>
struct Add {
  __host__ __device__ constexpr T operator()(T x) const { return x + Offset; }
};
struct Polynomial {
  float c[3];
  __device__ float operator()(float x) const { return c[0] + x * (c[1] + x * c[2]); }
};
template <class F, class G>
struct Compose {
  F f;
  G g;
  template <class T>
  __host__ __device__ T operator()(T x) const {
    return f(g(x));
  }
};
template <class T, int Items, class Function>
__global__ void transform(const T* in, T* out, int n, Function f) {
#pragma unroll
  for (int k = 0; k < Items; k++) {
    int i = (blockIdx.x * Items + k) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = f(in[i]);
  }
}
using Unary = float (*)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float negate(float x) { return -x; }
__device__ Unary table[] = {twice, negate, fabsf};
__device__ Unary chosen = twice;
template <Unary F>
__global__ void apply(float* x) {
  x[threadIdx.x] = F(x[threadIdx.x]);
}
__global__ void by_table(float* x, int which) { x[threadIdx.x] = table[which](x[threadIdx.x]); }
__global__ void by_pointer(float* x, Unary f) { x[threadIdx.x] = f(x[threadIdx.x]); }
template <typename... Ts>
__device__ auto sum_of(Ts... ts) {
  return (ts + ... + 0);
}
__global__ void folds(int* out) { out[threadIdx.x] = sum_of(1, 2, (int)threadIdx.x); }
int main() {
  const int n = 1000;
  float *in, *out;
  cudaMallocManaged(&in, n * 4);
  cudaMallocManaged(&out, n * 4);
  for (int i = 0; i < n; i++) in[i] = i * 0.5f;
  transform<float, 4><<<2, 128>>>(in, out, n, Square<float>{});
  cudaDeviceSynchronize();
  printf("%g %g\n", out[10], out[999]);
  transform<float, 2><<<4, 128>>>(in, out, n, Polynomial{{1, 2, 3}});
  cudaDeviceSynchronize();
  printf("%g %g\n", out[10], out[999]);
  Compose<Square<float>, Square<float>> quartic;
  transform<float, 1><<<8, 128>>>(in, out, n, quartic);
  cudaDeviceSynchronize();
  printf("%g\n", out[9]);
  float a = 3.5f;
  transform<float, 8><<<1, 128>>>(in, out, n, [=] __device__(float x) { return x + a; });
  cudaDeviceSynchronize();
  printf("%g\n", out[10]);
  apply<twice><<<1, 32>>>(out);
  by_table<<<1, 32>>>(out, 1);
  by_table<<<1, 32>>>(out, 2);
  cudaDeviceSynchronize();
  printf("%g\n", out[10]);
  Unary f;
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  by_pointer<<<1, 32>>>(out, f);
  cudaDeviceSynchronize();
  printf("%g\n", out[10]);
  printf("%d\n", Add<int, 5>()(2));
  cudaFree(in);
  cudaFree(out);
}
