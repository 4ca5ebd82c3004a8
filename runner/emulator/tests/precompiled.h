/// What the tests of the emulated device include, compiled once for all of them.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include CATCH2_HEADER
