#pragma once

#include "problems/matmul/generators/factors.hpp"

namespace problems::matmul {

/// C = AB without any rounding, with as many digits after the point as both factors have together: a product of whole
/// numbers of units, in floating point, whose sums stay below 2^53. Throws std::logic_error where they may not.
DecimalMatrix exact_product(const Factors& factors);

}  // namespace problems::matmul
