/// The runtime API: what host code calls.
#pragma once

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
#include "library_types.h"
