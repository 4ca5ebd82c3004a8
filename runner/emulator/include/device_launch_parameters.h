/// threadIdx, blockIdx, blockDim, gridDim, warpSize.
#pragma once

#include "cuda_emulator/builtin_variables.h"
