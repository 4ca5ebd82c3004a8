#pragma once

namespace cuda_emulator {

/// Prints what kernels have printed: a device's output appears when the host waits for the device.
void show_device_output();

}  // namespace cuda_emulator
