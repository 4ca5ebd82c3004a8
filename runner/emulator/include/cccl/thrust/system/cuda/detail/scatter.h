/// Composes other algorithms, as CCCL does for systems that lack their own.
#pragma once

#include <thrust/iterator/permutation_iterator.h>

#include <cuda/std/functional>
