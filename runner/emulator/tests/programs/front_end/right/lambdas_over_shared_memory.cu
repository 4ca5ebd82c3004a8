// Lambdas within a kernel: by value over a pointer to dynamic shared memory, and by reference over a static array.
#include <cstdio>

template <typename T, typename Combine>
__device__ T reduced(T *values, int n, Combine combine) {
  for (int half = n / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + half]);
    __syncthreads();
  }
  return values[0];
}

__global__ void rangeOf(const int *in, int n, int *out) {
  extern __shared__ int cache[];
  __shared__ int lowest[128];
  const int t = threadIdx.x;
  auto load = [=](int neutral) {
    cache[t] = t < n ? in[t] : neutral;
    __syncthreads();
  };
  load(-2147483647);
  int high = reduced(cache, blockDim.x, [](int a, int b) { return a > b ? a : b; });
  auto fill = [&] { lowest[t] = t < n ? in[t] : 2147483647; };
  fill();
  __syncthreads();
  int low = reduced(lowest, blockDim.x, [](auto a, auto b) { return a < b ? a : b; });
  auto middle = [=](int shift) mutable {
    high += shift;
    return (high + low) / 2;
  };
  if (t == 0) {
    out[0] = low;
    out[1] = high;
    out[2] = middle(2);
    out[3] = [&cache = cache, low] { return cache[0] - low; }();
  }
}

int main() {
  int h[100], result[4], *in, *out;
  for (int i = 0; i < 100; ++i) h[i] = (i * 73 + 11) % 211 - 60;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  rangeOf<<<1, 128, 128 * sizeof(int)>>>(in, 100, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d to %d, middle %d, width %d\n", result[0], result[1], result[2], result[3]);
  cudaFree(in);
  cudaFree(out);
}
