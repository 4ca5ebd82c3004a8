// The other streams do not wait for what streams[0] got before.
#include <cuda_runtime.h>

__global__ void triple_each(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 3;
}

void triple(const int* in, int* out, int* on_device, int n, const cudaStream_t* streams, int stream_count) {
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  const int piece = (n + 2 * stream_count - 1) / (2 * stream_count);
  for (int first = 0, s = 0; first < n; first += piece, s = (s + 1) % stream_count) {
    const int count = n - first < piece ? n - first : piece;
    const size_t bytes = count * sizeof *in;
    cudaMemcpyAsync(on_device + first, in + first, bytes, cudaMemcpyHostToDevice, streams[s]);
    triple_each<<<(count + 255) / 256, 256, 0, streams[s]>>>(on_device + first, count);
    cudaMemcpyAsync(out + first, on_device + first, bytes, cudaMemcpyDeviceToHost, streams[s]);
  }
  for (int s = 1; s < stream_count; ++s) {
    cudaEventRecord(done, streams[s]);
    cudaStreamWaitEvent(streams[0], done, 0);
  }
  cudaEventDestroy(done);
}
