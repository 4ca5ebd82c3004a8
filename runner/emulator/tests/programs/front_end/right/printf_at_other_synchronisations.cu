// A blocking copy, a stream, an event and memory that is freed bring out what a kernel printed, as
// cudaDeviceSynchronize does; memory that is allocated does not.
#include <cstdio>

static void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  exit(1);
}

__global__ void store(int *where, int what) {
  *where = what;
  printf("\tkernel stores %d\n", what);
}

int main() {
  int *d, h = 0;
  check(cudaMalloc(&d, sizeof(int)), "cudaMalloc");

  store<<<1, 1>>>(d, 10);
  puts("1. launched");
  check(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), "cudaMemcpy");
  printf("1. copied %d\n", h);
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");

  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  store<<<1, 1, 0, stream>>>(d, 20);
  puts("2. launched in a stream");
  check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  puts("2. the stream is done");

  cudaEvent_t event;
  check(cudaEventCreate(&event), "cudaEventCreate");
  store<<<1, 1, 0, stream>>>(d, 30);
  check(cudaEventRecord(event, stream), "cudaEventRecord");
  puts("3. launched, event recorded");
  check(cudaEventSynchronize(event), "cudaEventSynchronize");
  puts("3. the event came");

  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("finally %d\n", h);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);

  int *other, *pinned;
  store<<<1, 1>>>(d, 40);
  check(cudaMalloc(&other, sizeof(int)), "cudaMalloc");
  check(cudaMallocHost(&pinned, sizeof(int)), "cudaMallocHost");
  puts("4. launched, memory allocated");
  check(cudaFree(other), "cudaFree");
  puts("4. memory freed");
  store<<<1, 1>>>(d, 50);
  puts("5. launched");
  check(cudaFreeHost(pinned), "cudaFreeHost");
  puts("5. pinned memory freed");
  store<<<1, 1>>>(d, 60);
  puts("6. launched, the last call frees memory");
  fflush(stdout);
  cudaFree(d);
}
