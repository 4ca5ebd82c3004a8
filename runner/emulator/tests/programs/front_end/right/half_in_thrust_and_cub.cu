// Numbers of 16 bits as elements: sorted and added up by Thrust, sorted and compared by CUB.
#include <cub/cub.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct ToFloat {
  __host__ __device__ float operator()(__half x) const { return __half2float(x); }
};

__global__ void largest(const __half* x, float* result) {
  using Reduce = cub::BlockReduce<__half, 64>;
  __shared__ typename Reduce::TempStorage storage;
  __half most = Reduce(storage).Reduce(x[threadIdx.x], cuda::maximum<>{});
  if (threadIdx.x == 0) *result = __half2float(most);
}

void halves() {
  thrust::host_vector<__half> h(100);
  for (int i = 0; i < 100; ++i) h[i] = __float2half(i * 37 % 100 * 0.5f);
  thrust::device_vector<__half> d = h;
  thrust::device_vector<float> f(100), most(1);
  thrust::transform(d.begin(), d.end(), f.begin(), ToFloat());
  printf("sum %g, ", thrust::reduce(f.begin(), f.end()));
  thrust::sort(d.begin(), d.end());
  h = d;
  printf("sorted %g %g ... %g, ", __half2float(h[0]), __half2float(h[1]), __half2float(h[99]));
  largest<<<1, 64>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(most.data()));
  printf("the first ten %g, ", __half2float(thrust::reduce(d.begin(), d.begin() + 10, __float2half(0.f))));
  printf("of 64 the largest %g\n", (float)most[0]);
}

int main() {
  halves();
  thrust::device_vector<__nv_bfloat16> in(64), out(64);
  for (int i = 0; i < 64; ++i) in[i] = __float2bfloat16(i * 29 % 64 - 20.f);
  const __nv_bfloat16* keys = thrust::raw_pointer_cast(in.data());
  __nv_bfloat16* sorted = thrust::raw_pointer_cast(out.data());
  size_t bytes = 0;
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, 64);
  thrust::device_vector<char> storage(bytes);
  cub::DeviceRadixSort::SortKeys(thrust::raw_pointer_cast(storage.data()), bytes, keys, sorted, 64);
  thrust::host_vector<__nv_bfloat16> h = out;
  printf("%g %g ... %g\n", __bfloat162float(h[0]), __bfloat162float(h[1]), __bfloat162float(h[63]));
  return 0;
}
