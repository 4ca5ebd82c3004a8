/// Composes other algorithms, as CCCL does for systems that lack their own.
#pragma once

#include <thrust/distance.h>
