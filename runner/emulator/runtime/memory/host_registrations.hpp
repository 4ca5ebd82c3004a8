#pragma once

#include <cstddef>

namespace cuda_emulator {

/// Makes host memory that a program allocated itself visible to kernels (cudaHostRegister). False if a part
/// of it is already registered.
bool register_host_memory(void* address, std::size_t bytes);
/// False if no registered memory starts there.
bool unregister_host_memory(void* address);
bool is_registered(const void* address);

}  // namespace cuda_emulator
