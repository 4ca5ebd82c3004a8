#pragma once

#include <string>
#include <string_view>

#include "kernels/gpu/per_device.hpp"

namespace kernels {

/// Lets blocks of `kernel` have more dynamic shared memory than any kernel may: once for each GPU.
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
