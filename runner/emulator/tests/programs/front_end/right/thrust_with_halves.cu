// Thrust and CUB on half and bfloat16.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/functional.h>
#include <cub/cub.cuh>
struct Twice {
  __host__ __device__ __half operator()(__half x) const { return __half(2.0f * __half2float(x)); }
};
template <class T>
__global__ void block_sum(const T* in, T* out) {
  using R = cub::BlockReduce<T, 64>;
  __shared__ typename R::TempStorage t;
  T s = R(t).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *out = s;
}
int main() {
  thrust::device_vector<__half> v(100);
  for (int i = 0; i < 100; i++) v[i] = __float2half((i * 37 % 100) * 0.25f);
  thrust::sort(v.begin(), v.end());
  __half a = v[0], b = v[99];
  printf("%g %g\n", __half2float(a), __half2float(b));
  thrust::transform(v.begin(), v.end(), v.begin(), Twice());
  a = v[10];
  printf("%g\n", __half2float(a));
  __half m = thrust::reduce(v.begin(), v.end(), __half(0.0f), thrust::maximum<__half>());
  printf("%g\n", __half2float(m));
  thrust::device_vector<__half> out(1);
  block_sum<<<1, 64>>>(thrust::raw_pointer_cast(v.data()), thrust::raw_pointer_cast(out.data()));
  a = out[0];
  printf("%g\n", __half2float(a));
  thrust::device_vector<__nv_bfloat16> w(64), o2(1);
  for (int i = 0; i < 64; i++) w[i] = __float2bfloat16(i % 4);
  block_sum<<<1, 64>>>(thrust::raw_pointer_cast(w.data()), thrust::raw_pointer_cast(o2.data()));
  __nv_bfloat16 c = o2[0];
  printf("%g\n", __bfloat162float(c));
  void* temp = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(temp, bytes, thrust::raw_pointer_cast(v.data()),
                         thrust::raw_pointer_cast(out.data()), 4);
  cudaMalloc(&temp, bytes);
  cub::DeviceReduce::Sum(temp, bytes, thrust::raw_pointer_cast(v.data()),
                         thrust::raw_pointer_cast(out.data()), 4);
  a = out[0];
  printf("%g\n", __half2float(a));
  cudaFree(temp);
  thrust::device_vector<__half> keys(50);
  thrust::device_vector<int> values(50);
  for (int i = 0; i < 50; i++) {
    keys[i] = __float2half(-i * 0.5f);
    values[i] = i;
  }
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  printf("%d %d\n", (int)values[0], (int)values[49]);
}
