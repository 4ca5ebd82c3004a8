/// Composed of other algorithms, as CCCL does for systems without one of their own.
#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/transform_iterator.h>
