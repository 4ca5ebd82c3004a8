#pragma once

#include <type_traits>

#include "kernels/common/both_sides.hpp"

namespace kernels {

/// The least multiple of `multiple` that is not below `size`.
template <class Integer>
WARP_JUDGE_BOTH_SIDES constexpr Integer rounded_up(Integer size, std::type_identity_t<Integer> multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

}  // namespace kernels
