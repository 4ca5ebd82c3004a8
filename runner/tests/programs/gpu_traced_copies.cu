// Copies 256 MiB in and out of the GPU, with two kernels in between; frees everything.
#include "traced.cuh"

int main() {
  void *host, *device;
  CHECK_CUDA(cudaMallocHost(&host, copied_bytes));
  CHECK_CUDA(cudaMalloc(&device, copied_bytes));
  {
    const Stopwatch watch;
    CHECK_CUDA(cudaMemcpyAsync(device, host, copied_bytes, cudaMemcpyHostToDevice));
    print_measured("copy_in_ns", watch.elapsed_ns());
  }
  print_measured("kernels_ns", spin_ns() + spin_ns(2 * some_milliseconds));
  {
    const Stopwatch watch;
    CHECK_CUDA(cudaMemcpyAsync(host, device, copied_bytes, cudaMemcpyDeviceToHost));
    print_measured("copy_out_ns", watch.elapsed_ns());
  }
  CHECK_CUDA(cudaFree(device));
  CHECK_CUDA(cudaFreeHost(host));
}
