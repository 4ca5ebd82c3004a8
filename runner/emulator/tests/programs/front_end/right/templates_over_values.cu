// Kernel templates over values, types and templates; reductions whose loop the compiler unrolls.
#include <cstdio>
#include <type_traits>
#include <tuple>
enum class Op { Add, Mul, Max };
template <Op op, class T>
__device__ __forceinline__ T combine(T a, T b) {
  if constexpr (op == Op::Add)
    return a + b;
  else if constexpr (op == Op::Mul)
    return a * b;
  else
    return a > b ? a : b;
}
template <class T, unsigned int blockSize, Op op, bool nIsPow2>
__global__ void reduce(const T* in, T* out, unsigned n) {
  __shared__ T s[blockSize];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + tid;
  T v = op == Op::Mul ? T(1) : T(0);
  while (i < n) {
    v = combine<op>(v, in[i]);
    if (nIsPow2 || i + blockSize < n) v = combine<op>(v, in[i + blockSize]);
    i += blockSize * 2 * gridDim.x;
  }
  s[tid] = v;
  __syncthreads();
  if (blockSize >= 512) {
    if (tid < 256) s[tid] = combine<op>(s[tid], s[tid + 256]);
    __syncthreads();
  }
  if (blockSize >= 256) {
    if (tid < 128) s[tid] = combine<op>(s[tid], s[tid + 128]);
    __syncthreads();
  }
  if (blockSize >= 128) {
    if (tid < 64) s[tid] = combine<op>(s[tid], s[tid + 64]);
    __syncthreads();
  }
  if (tid < 32) {
    v = s[tid];
    if (blockSize >= 64) v = combine<op>(v, s[tid + 32]);
    for (int d = 16; d; d /= 2) v = combine<op>(v, __shfl_down_sync(0xffffffff, v, d));
    if (tid == 0) out[blockIdx.x] = v;
  }
}
template <class T>
struct SharedMemory;
template <>
struct SharedMemory<int> {
  __device__ operator int*() {
    extern __shared__ int s_int[];
    return s_int;
  }
};
template <>
struct SharedMemory<double> {
  __device__ operator double*() {
    extern __shared__ double s_double[];
    return s_double;
  }
};
template <class T>
__global__ void reverse(T* x) {
  T* s = SharedMemory<T>();
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <int N>
struct Factorial {
  static constexpr int value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr int value = 1;
};
template <int... Is>
__global__ void pack(int* out) {
  constexpr int values[] = {Is...};
  for (int i = 0; i < (int)sizeof...(Is); i++) out[i] = values[i] * Factorial<5>::value;
}
template <class T>
__global__ typename std::enable_if<std::is_integral<T>::value>::type kind(T, int* out) {
  *out = 1;
}
template <class T>
__global__ typename std::enable_if<std::is_floating_point<T>::value>::type kind(T, int* out) {
  *out = 2;
}
template <auto V>
__global__ void automatic(int* out) {
  *out = (int)V * 2;
}
template <template <class> class C, class T>
__global__ void tt(C<T> c, int* out) {
  *out = c.get();
}
template <class T>
struct Box {
  T v;
  __device__ int get() const { return (int)v; }
};
int main() {
  const int n = 1 << 14;
  int* x;
  double* y;
  int* o;
  cudaMallocManaged(&x, n * 4);
  cudaMallocManaged(&y, n * 8);
  cudaMallocManaged(&o, 256);
  for (int i = 0; i < n; i++) {
    x[i] = i % 17;
    y[i] = 1 + 1e-6 * (i % 3);
  }
  reduce<int, 128, Op::Add, true><<<4, 128>>>(x, o, n);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[3]);
  reduce<int, 512, Op::Max, true><<<1, 512>>>(x, o, n);
  cudaDeviceSynchronize();
  printf("%d\n", o[0]);
  reduce<double, 256, Op::Mul, true><<<1, 256>>>(y, y, n);
  cudaDeviceSynchronize();
  printf("%.9f\n", y[0]);
  reverse<<<1, 64, 64 * 4>>>(x);
  reverse<<<1, 64, 64 * 8>>>(y + 64);
  cudaDeviceSynchronize();
  printf("%d %.9f\n", x[0], y[64]);
  pack<3, 1, 4, 1, 5><<<1, 1>>>(o);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[4]);
  kind<<<1, 1>>>(3, o);
  cudaDeviceSynchronize();
  printf("%d ", *o);
  kind<<<1, 1>>>(3.0, o);
  cudaDeviceSynchronize();
  printf("%d\n", *o);
  automatic<'a'><<<1, 1>>>(o);
  cudaDeviceSynchronize();
  printf("%d\n", *o);
  tt<<<1, 1>>>(Box<float>{7.5f}, o);
  cudaDeviceSynchronize();
  printf("%d\n", *o);
  void (*kernel)(const int*, int*, unsigned) =
      x[1] ? reduce<int, 64, Op::Add, true> : reduce<int, 64, Op::Max, true>;
  kernel<<<1, 64>>>(x, o, n);
  cudaDeviceSynchronize();
  printf("%d\n", *o);
  void* args[] = {&x, &o, (void*)&n};
  cudaLaunchKernel(kernel, dim3(1), dim3(64), args, 0, 0);
  cudaDeviceSynchronize();
  printf("%d\n", *o);
  cudaFree(x);
  cudaFree(y);
  cudaFree(o);
}
