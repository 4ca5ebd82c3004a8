#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Owns `size` elements of device memory for work on `stream`: scratch memory of a device-level function,
/// which may return before that work is done. It is allocated and freed in stream order, so that nothing
/// waits for it. Uninitialised; nothing if `size` is 0.
template <class T>
class StreamBuffer {
 public:
  /// Throws GpuError, with the number of bytes in its message, if the memory cannot be allocated.
  StreamBuffer(std::size_t size, cudaStream_t stream) : size_(size), stream_(stream) {
    if (size == 0) return;
    check_cuda(cudaMallocAsync(reinterpret_cast<void**>(&data_), bytes(), stream),
               "cudaMallocAsync of " + std::to_string(bytes()) + " bytes");
  }
  StreamBuffer(const StreamBuffer&) = delete;
  StreamBuffer& operator=(const StreamBuffer&) = delete;
  ~StreamBuffer() {
    if (data_ != nullptr) cudaFreeAsync(data_, stream_);
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  std::span<T> span() const { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::size_t size_;
  cudaStream_t stream_;
};

}  // namespace kernels
