#pragma once

#include <cstddef>

namespace cuda_emulator {

inline constexpr int most_devices = 16;

/// How many equal devices a program sees: as many as CUDA_EMULATOR_DEVICES says, by default one.
int device_count();

/// The memory of each of them: as many MiB as CUDA_EMULATOR_MEMORY_MIB says when the program first asks, by default 8 GiB.
std::size_t device_memory_bytes();

/// The device that this thread's calls are for, 0 at first.
int& current_device();

}  // namespace cuda_emulator
