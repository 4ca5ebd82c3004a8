/// Many include it beside the runtime's header without need; the calls of the driver's interface are not there.
#pragma once

#include "cuda_runtime.h"
