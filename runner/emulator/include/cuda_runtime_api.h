/// The runtime API: what host code calls.
#pragma once

#include "cuda_emulator/arrays.h"
#include "cuda_emulator/device.h"
#include "cuda_emulator/errors.h"
#include "cuda_emulator/memory.h"
#include "cuda_emulator/streams.h"
#include "cuda_emulator/symbols.h"
#include "cuda_emulator/textures.h"
