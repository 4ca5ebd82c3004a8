#pragma once

#include <string>
#include <string_view>

#include "kernels/gpu/per_device.hpp"

namespace kernels {

/// Raises the limit of dynamic shared memory for `kernel` to the maximum of any kernel, once for each GPU.
template <auto kernel>
void permit_shared_memory(int bytes, std::string_view name) {
  static PerDevice<cudaError_t> permitted;
  check_cuda(permitted.get([&] {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  }),
             "shared memory of " + std::string(name));
}

}  // namespace kernels
