/// Composed of other algorithms, as CCCL does for systems without one of their own.
#pragma once

#include <thrust/iterator/permutation_iterator.h>
