// The result is copied with the direction that was right for the input.
#include <cstdio>
#include <vector>

__global__ void square(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

int main() {
  std::vector<float> h = {1.5f, 2.5f, 3.5f, 4.5f, 5.5f};
  float *d = nullptr;
  const auto bytes = h.size() * sizeof(float);
  cudaMalloc(&d, bytes);
  cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice);
  square<<<1, 32>>>(d, h.size());
#ifdef REPAIRED
  cudaError_t e = cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost);
#else
  cudaError_t e = cudaMemcpy(h.data(), d, bytes, cudaMemcpyHostToDevice);  // fault: host-memory-on-device
#endif
  std::printf("%s: %g %g\n", cudaGetErrorString(e), h[0], h[4]);
  cudaFree(d);
}
