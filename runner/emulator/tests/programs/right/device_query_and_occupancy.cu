// Asks the device, and chooses the launch by what it says; the answers themselves are not printed.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fill(int *a, int n, int value) {
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) a[i] = value + i;
}

__global__ void needsMuchSharedMemory(int *out) {
  extern __shared__ int big[];
  for (int i = threadIdx.x; i < 12800; i += blockDim.x) big[i] = i;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < 12800; i += blockDim.x) sum += big[12799 - i];
  atomicAdd(out, sum);
}

#define yes(x) ((x) ? "yes" : "no")

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    printf("no CUDA device\n");
    return 1;
  }
  cudaSetDevice(0);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("has a name: %s\n", yes(strlen(p.name) > 0));
  printf("warp size: %d\n", p.warpSize);
  printf("at least 1024 threads a block: %s\n", yes(p.maxThreadsPerBlock >= 1024));
  printf("at least 48 KiB a block: %s\n", yes(p.sharedMemPerBlock >= 48 * 1024));
  printf("capability at least 6.0: %s\n", yes(p.major * 10 + p.minor >= 60));
  int multiprocessors, pageable;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&pageable, cudaDevAttrMaxThreadsPerBlock, 0);
  printf("attributes agree: %s\n", yes(multiprocessors == p.multiProcessorCount && pageable == p.maxThreadsPerBlock));
  size_t free_bytes, total_bytes;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  printf("memory is there: %s\n", yes(free_bytes <= total_bytes && total_bytes > (1u << 30)));

  int minGridSize, blockSize, blocks;
  cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, fill, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, blockSize, 0);
  printf("plausible occupancy: %s\n", yes(blockSize % 32 == 0 && blockSize >= 128 && minGridSize >= blocks));

  const int n = 100000;
  int *a, *h = (int *)malloc(n * sizeof(int)), wrong = 0;
  cudaMalloc(&a, n * sizeof(int));
  fill<<<minGridSize, blockSize>>>(a, n, 5);
  cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) wrong += h[i] != i + 5;
  printf("grid-stride loop: %d wrong\n", wrong);

  // 50 KiB: more than a block gets unless it asks for it
  cudaMemset(a, 0, sizeof(int));
  needsMuchSharedMemory<<<1, 64, 51200>>>(a);
  printf("without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(needsMuchSharedMemory, cudaFuncAttributeMaxDynamicSharedMemorySize, 51200);
  needsMuchSharedMemory<<<1, 64, 51200>>>(a);
  printf("after asking: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMemcpy(h, a, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum: %d\n", h[0]);

  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, needsMuchSharedMemory);
  printf("static shared memory: %zu\n", attributes.sharedSizeBytes);
  fill<<<1, 4096>>>(a, n, 1);
  printf("4096 threads: %s\n", cudaGetErrorString(cudaGetLastError()));
  fill<<<0, 64>>>(a, n, 1);
  printf("no blocks: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(a);
  free(h);
  cudaDeviceReset();
  return 0;
}
