#pragma once

#include <cstddef>

namespace cuda_emulator {

inline constexpr int most_devices = 16;

/// How many identical devices a program sees: CUDA_EMULATOR_DEVICES, or one by default.
int device_count();

/// The memory of each device: CUDA_EMULATOR_MEMORY_MIB in MiB when the program first asks, or 8 GiB by
/// default.
std::size_t device_memory_bytes();

/// The device that this thread's calls address, initially 0.
int& current_device();

}  // namespace cuda_emulator
