// Memory that a stream allocates and frees, pinned memory that the kernel sees directly, and priorities.
#include <cstdio>
#include <cstdlib>

#define OK(e) do { cudaError_t r = (e); if (r != cudaSuccess) { printf("%d: %s\n", __LINE__, cudaGetErrorName(r)); exit(1); } } while (0)

__global__ void squares(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i;
}

__global__ void differences(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1] - in[i];
}

int main() {
  const int n = 1000;
  int least, greatest;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream;
  OK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));

  int *mapped, *d_mapped;
  OK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
  OK(cudaHostGetDevicePointer(&d_mapped, mapped, 0));
  for (int round = 0; round < 3; round++) {
    int *a;
    OK(cudaMallocAsync(&a, n * sizeof(int), stream));
    squares<<<(n + 63) / 64, 64, 0, stream>>>(a, n);
    differences<<<(n + 63) / 64, 64, 0, stream>>>(a, d_mapped, n);
    OK(cudaFreeAsync(a, stream));
  }
  OK(cudaStreamSynchronize(stream));
  int wrong = 0;
  for (int i = 0; i + 1 < n; i++) wrong += mapped[i] != 2 * i + 1;
  printf("%d %d ... %d, %d wrong\n", mapped[0], mapped[1], mapped[n - 2], wrong);
  printf("query: %s\n", cudaGetErrorName(cudaStreamQuery(stream)));

  // ordinary memory of the host, registered
  int *own = (int *)malloc(4096), *d_own;
  OK(cudaHostRegister(own, 4096, cudaHostRegisterMapped));
  OK(cudaHostGetDevicePointer(&d_own, own, 0));
  squares<<<1, 64, 0, stream>>>(d_own, 50);
  OK(cudaStreamSynchronize(stream));
  printf("registered: %d\n", own[49]);
  OK(cudaHostUnregister(own));
  free(own);

  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, mapped));
  printf("pinned memory is the host's: %s\n", attributes.type == cudaMemoryTypeHost ? "yes" : "no");
  OK(cudaFreeHost(mapped));
  OK(cudaStreamDestroy(stream));
}
