#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/per_device.hpp"

namespace kernels {

/// Device memory for one call's work on a stream, returned in the order of that stream. It comes from a pool
/// that keeps what it had: a gigabyte from the driver would take longer than a product.
class PooledMemory {
 public:
  /// Throws GpuError, with the number of bytes in its message, when the memory cannot be allocated.
  PooledMemory(std::size_t bytes, cudaStream_t stream) : stream_(stream) {
    if (bytes == 0) return;
    check_cuda(cudaMallocFromPoolAsync(&data_, bytes, pool(), stream),
               "cudaMallocFromPoolAsync of " + std::to_string(bytes) + " bytes");
  }
  PooledMemory(const PooledMemory&) = delete;
  PooledMemory& operator=(const PooledMemory&) = delete;
  ~PooledMemory() {
    if (data_ != nullptr) cudaFreeAsync(data_, stream_);
  }

  void* data() const { return data_; }

  /// Lets another GPU read and write what the current one has from its pool.
  static void open_to(int other) {
    const cudaMemAccessDesc access{{cudaMemLocationTypeDevice, other}, cudaMemAccessFlagsProtReadWrite};
    check_cuda(cudaMemPoolSetAccess(pool(), &access, 1), "access to the memory pool of another GPU");
  }

 private:
  /// The pool of the current GPU; it lasts as long as the process.
  static cudaMemPool_t pool() {
    static PerDevice<cudaMemPool_t> pools;
    return pools.get([] {
      cudaMemPoolProps properties{};
      properties.allocType = cudaMemAllocationTypePinned;
      properties.location.type = cudaMemLocationTypeDevice;
      check_cuda(cudaGetDevice(&properties.location.id), "cudaGetDevice");
      cudaMemPool_t pool = nullptr;
      check_cuda(cudaMemPoolCreate(&pool, &properties), "cudaMemPoolCreate");
      std::size_t free_bytes = 0, all_bytes = 0;
      check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
      std::uint64_t kept_bytes = std::max(std::uint64_t{2} << 30, std::uint64_t{all_bytes} / 8);
      check_cuda(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept_bytes), "memory pool");
      return pool;
    });
  }

  void* data_ = nullptr;
  cudaStream_t stream_;
};

}  // namespace kernels
