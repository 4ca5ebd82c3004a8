/// Composes other algorithms, as CCCL does for systems that lack their own.
#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/zip_function.h>
