// Four kernels at once in four streams: together they take little longer than one.
#include "traced.cuh"

int main() {
  cudaStream_t streams[4];
  for (auto& stream : streams) CHECK_CUDA(cudaStreamCreate(&stream));
  spin<<<1, 32>>>(1000);  // loads it: a kernel's first launch may wait for that
  CHECK_CUDA(cudaDeviceSynchronize());
  const Stopwatch watch;  // of the default stream, which waits for the others and they for it
  for (const auto stream : streams) spin<<<1, 32, 0, stream>>>(some_milliseconds);
  CHECK_CUDA(cudaGetLastError());
  print_measured("busy_ns", watch.elapsed_ns());
}
