/// Many programs include it along with the runtime's header without need; the driver API is not available.
#pragma once

#include "cuda_runtime.h"
