/// Composes other algorithms, as CCCL does for systems that lack their own.
#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/transform_iterator.h>

#include <cuda/std/type_traits>
#include <iterator>
