#include "kernels/reduction/reduction.hpp"

namespace kernels {

ReductionFunction reduction_cpu_loop;
ReductionFunction reduction_cpu_parallel;

std::span<const ReductionVariant> reduction_variants() {
  static constexpr ReductionVariant variants[] = {
      {.name = "cpu-loop", .idea = "one loop over the values", .run = &reduction_cpu_loop},
      {.name = "cpu-parallel",
       .idea = "one chunk a core, then the chunks' results combined",
       .run = &reduction_cpu_parallel,
       .uses_all_cores = true},
  };
  return variants;
}

}  // namespace kernels
