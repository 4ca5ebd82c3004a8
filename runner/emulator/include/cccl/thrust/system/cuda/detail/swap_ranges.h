/// Composed of other algorithms, as CCCL does for systems without one of their own.
#pragma once

#include <thrust/distance.h>
#include <thrust/swap.h>

#include <cuda/std/utility>
#include <iterator>
