// Uses 256 MiB of managed memory from both sides, checks it, prints OK. Small on purpose: more managed memory
// than the card has free can hang a GPU.
#include <cstdint>

#include "check_cuda.cuh"
#include "twice_on_gpu.cuh"

int main() {
  constexpr std::size_t count = 64UL << 20;
  std::uint32_t* values;
  CHECK_CUDA(cudaMallocManaged(&values, count * sizeof(*values)));
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint32_t>(i);
  twice<<<256, 256>>>(values, count);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] != static_cast<std::uint32_t>(2 * i)) return 1;
  }
  std::puts("OK");
}
