#include "kernels/transpose/transpose.hpp"

namespace kernels {

TransposeFunction transpose_cpu_naive;
TransposeFunction transpose_cpu_blocked;

std::span<const TransposeVariant> transpose_variants() {
  static constexpr TransposeVariant variants[] = {
      {.name = "cpu-naive",
       .idea = "two nested loops: reads along rows, writes down columns",
       .run = &transpose_cpu_naive},
      {.name = "cpu-blocked",
       .idea = "16 x 16 tiles turned in cache, so that whole cache lines are read and written",
       .run = &transpose_cpu_blocked},
  };
  return variants;
}

}  // namespace kernels
