/// Everything is in driver_types.h and cuda_runtime.h here.
#pragma once

#include "cuda_runtime.h"
