#pragma once

#include <cstddef>

namespace cuda_emulator {

/// What malloc and new in kernels may give together.
std::size_t device_heap_bytes();
void set_device_heap_bytes(std::size_t bytes);

}  // namespace cuda_emulator
