#include <algorithm>
#include <thread>
#include <vector>

#include "kernels/common/cores.hpp"
#include "kernels/reduction/reduction.hpp"

namespace kernels {

ReductionFunction reduction_cpu_loop;

std::int64_t reduction_cpu_parallel(std::span<const std::int32_t> values, Reduction reduction) {
  return reduction_cpu_loop(values, reduction);
}

}  // namespace kernels
