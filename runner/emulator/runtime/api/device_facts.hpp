#pragma once

#include "runner/emulator/include/cuda_emulator/device_properties.h"

namespace cuda_emulator {

/// What the emulated device says of itself: the same on every machine, so that a program takes the same path.
cudaDeviceProp device_properties();

/// 0 for an attribute that it does not have.
int device_attribute(cudaDeviceAttr attribute);

}  // namespace cuda_emulator
