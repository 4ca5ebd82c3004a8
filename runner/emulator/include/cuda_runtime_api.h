/// The runtime API: what host code calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda_emulator/qualifiers.h"
#include "driver_types.h"
#include "library_types.h"
#include "texture_types.h"

CUDA_EMULATOR_API_BEGIN

#include "cuda_emulator/arrays.h"
#include "cuda_emulator/device.h"
#include "cuda_emulator/errors.h"
#include "cuda_emulator/graphs.h"
#include "cuda_emulator/launch_attributes.h"
#include "cuda_emulator/memory.h"
#include "cuda_emulator/memory_pools.h"
#include "cuda_emulator/streams.h"
#include "cuda_emulator/surfaces.h"
#include "cuda_emulator/symbols.h"
#include "cuda_emulator/textures.h"
#include "cuda_emulator/unsupported.h"

CUDA_EMULATOR_API_END
