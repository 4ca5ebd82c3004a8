#pragma once

#include <cstddef>

namespace cuda_emulator {

/// The total size that malloc and new in kernels may allocate.
std::size_t device_heap_bytes();
void set_device_heap_bytes(std::size_t bytes);

}  // namespace cuda_emulator
