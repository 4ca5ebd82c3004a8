// A shared variable that is aligned to more than a page of the host.
#include <cstdio>
#include <cstdint>
__global__ void pages(int *out) {
  __shared__ __align__(16 * 1024) char tile[20 * 1024];
  tile[threadIdx.x] = static_cast<char>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *out = static_cast<int>(reinterpret_cast<std::uintptr_t>(tile) % 1024) + tile[31];
}
int main() {
  int *d, h = -1;
  cudaMalloc(&d, sizeof(int));
  pages<<<2, 32>>>(d);
  cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
}
