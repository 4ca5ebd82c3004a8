// One loop. Each operand is widened before the addition, so that no sum overflows.
//
// Work: N additions. Traffic: 8 bytes read and 8 written an element; past the last cache memory alone sets
// the time, and neither wider instructions nor a few more threads change it much.

#include "kernels/vector_add/vector_add.hpp"

namespace kernels {

void vector_add_cpu_loop(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                         std::span<std::int64_t> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = std::int64_t{a[i]} + std::int64_t{b[i]};
}

}  // namespace kernels
