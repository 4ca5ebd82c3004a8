#pragma once

#include "runner/emulator/include/cuda_emulator/device_properties.h"

namespace cuda_emulator {

/// The properties that the emulated device reports: the same on every machine, so that a program always takes
/// the same path.
cudaDeviceProp device_properties();

/// Returns 0 for an attribute that the device does not have.
int device_attribute(cudaDeviceAttr attribute);

}  // namespace cuda_emulator
