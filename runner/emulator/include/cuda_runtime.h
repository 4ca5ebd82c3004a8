/// CUDA C++ on CPU threads: the runtime API and everything that device code may use. Every source is compiled
/// as if it included this header first. nvcc does the same, so programs expect these standard headers too.
#pragma once

#include "cuda_emulator/qualifiers.h"
#include "cuda_emulator/standard_library.h"
#ifdef __CUDA__
#include "cuda_emulator/device_math.h"
#endif

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <utility>

#include "cuda_emulator/address_spaces.h"
#include "cuda_emulator/atomic_functions.h"
#include "cuda_emulator/block_synchronisation.h"
#include "cuda_emulator/device_functions.h"
#include "cuda_emulator/float_functions.h"
#include "cuda_emulator/functions.h"
#include "cuda_emulator/guards.h"
#include "cuda_emulator/integer_functions.h"
#include "cuda_emulator/kernel_launch.h"
#include "cuda_emulator/qualifiers.h"
#include "cuda_emulator/rounding_functions.h"
#include "cuda_emulator/special_functions.h"
#include "cuda_emulator/video_functions.h"
#include "cuda_emulator/warp_functions.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_functions.h"
