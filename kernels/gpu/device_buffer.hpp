#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Owns `size` elements of device memory, uninitialised; nothing if `size` is 0.
template <class T>
class DeviceBuffer {
 public:
  /// Throws GpuError, with the number of bytes in its message, if the memory cannot be allocated.
  explicit DeviceBuffer(std::size_t size = 0) : size_(size) {
    if (size == 0) return;
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)),
               "cudaMalloc of " + std::to_string(size * sizeof(T)) + " bytes");
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  std::span<T> span() const { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

}  // namespace kernels
