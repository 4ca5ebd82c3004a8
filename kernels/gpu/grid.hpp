#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// The number of multiprocessors of the current GPU.
inline int multiprocessors() {
  int device = 0, count = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
             "number of multiprocessors");
  return count;
}

/// How many blocks of `kernel` fit on the whole GPU at once: a grid-stride loop needs no more.
template <class Kernel>
unsigned resident_blocks(Kernel* kernel, int block_threads, std::size_t shared_bytes = 0) {
  const int count = multiprocessors();
  int per_multiprocessor = 0;
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 &per_multiprocessor, reinterpret_cast<const void*>(kernel), block_threads, shared_bytes),
             "occupancy");
  return static_cast<unsigned>(count * std::max(per_multiprocessor, 1));
}

/// The number of blocks for `items` items, one per thread, but at most `most`.
inline unsigned grid_for(std::size_t items, std::size_t block_threads, unsigned most) {
  return static_cast<unsigned>(std::min<std::size_t>((items + block_threads - 1) / block_threads, most));
}

}  // namespace kernels
