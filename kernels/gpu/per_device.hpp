#pragma once

#include <map>
#include <mutex>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Objects that are created once for each GPU, when first needed there. Thread-safe.
template <class Made>
class PerDevice {
 public:
  /// The object of the current GPU.
  template <class Make>
  const Made& get(Make make) {
    int device = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    const std::lock_guard lock(mutex_);
    auto found = made_.find(device);
    if (found == made_.end()) found = made_.emplace(device, make()).first;
    return found->second;
  }

 private:
  std::mutex mutex_;
  std::map<int, Made> made_;
};

/// Makes a GPU this thread's current one while the object lives.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    check_cuda(cudaGetDevice(&before_), "cudaGetDevice");
    check_cuda(cudaSetDevice(device), "cudaSetDevice");
  }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  ~CurrentDevice() { cudaSetDevice(before_); }

 private:
  int before_ = 0;
};

}  // namespace kernels
