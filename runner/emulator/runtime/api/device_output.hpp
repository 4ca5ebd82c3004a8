#pragma once

namespace cuda_emulator {

/// Prints what kernels have printed: a device's output appears when the host waits for the device.
void show_device_output();

/// Does so once the host has waited for its default stream, as synchronous copies do.
void wait_and_show_device_output();

}  // namespace cuda_emulator
