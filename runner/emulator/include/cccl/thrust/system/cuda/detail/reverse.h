/// Composes other algorithms, as CCCL does for systems that lack their own.
#pragma once

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/iterator/reverse_iterator.h>

#include <cuda/std/iterator>
