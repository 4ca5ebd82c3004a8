// Managed memory with advice and prefetching, in the form of the toolkit at hand.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 16)

static cudaError_t prefetch(const void *p, size_t bytes, int device) {
#if CUDART_VERSION >= 13000
  cudaMemLocation where;
  where.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  where.id = device == cudaCpuDeviceId ? 0 : device;
  return cudaMemPrefetchAsync(p, bytes, where, 0, NULL);
#else
  return cudaMemPrefetchAsync(p, bytes, device, NULL);
#endif
}

__global__ void init(int n, float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
}

__global__ void add(int n, const float *x, float *y) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride) y[i] = x[i] + y[i];
}

int main() {
  float *x, *y;
  int device = -1;
  cudaGetDevice(&device);
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  cudaError_t first = prefetch(x, N * sizeof(float), device);
  cudaError_t second = prefetch(y, N * sizeof(float), device);
  printf("prefetching: %s, %s\n", cudaGetErrorString(first), cudaGetErrorString(second));
  init<<<32, 256>>>(N, x, y);
  add<<<32, 256>>>(N, x, y);
  cudaDeviceSynchronize();
  prefetch(y, N * sizeof(float), cudaCpuDeviceId);
  cudaDeviceSynchronize();

  float maxError = 0.0f;
  for (int i = 0; i < N; i++) {
    float error = y[i] > 3.0f ? y[i] - 3.0f : 3.0f - y[i];
    if (error > maxError) maxError = error;
  }
  printf("max error: %g\n", maxError);
  y[5] = 10;  // the host writes, the device reads
  add<<<1, 64>>>(64, y, x);
  cudaDeviceSynchronize();
  printf("%g %g\n", x[5], x[6]);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
