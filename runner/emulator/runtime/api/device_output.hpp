#pragma once

namespace cuda_emulator {

/// Prints the output of kernels, which appears when the host waits for the device.
void show_device_output();

/// Prints it once the host has waited for its default stream, as synchronous copies do.
void wait_and_show_device_output();

}  // namespace cuda_emulator
