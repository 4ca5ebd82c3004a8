/// Waiting for the device. What is launched has run when the launch returns, so there is nothing to wait for.
#pragma once

#include "../driver_types.h"

cudaError_t cudaDeviceSynchronize();
