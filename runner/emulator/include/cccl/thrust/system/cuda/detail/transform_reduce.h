/// Composed of other algorithms, as CCCL does for systems without one of their own.
#pragma once

#include <thrust/distance.h>
#include <thrust/functional.h>

#include <cstdint>
#include <iterator>
