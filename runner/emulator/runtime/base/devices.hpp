#pragma once

namespace cuda_emulator {

inline constexpr int most_devices = 16;

/// How many equal devices a program sees: as many as CUDA_EMULATOR_DEVICES says, by default one.
int device_count();

/// The device that this thread's calls are for, 0 at first.
int& current_device();

}  // namespace cuda_emulator
