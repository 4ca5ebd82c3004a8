#pragma once

#include <sched.h>

#include <cerrno>
#include <cstddef>

namespace kernels {

/// How many cores this process may run on, at least 1. That is the affinity mask, as `taskset` and a judge's
/// pinning set it, not the number of cores of the machine: threads beyond the mask would only take turns.
inline unsigned usable_cores() {
  // The kernel refuses, with EINVAL, a mask that is too short for the machine: ask with longer ones.
  for (std::size_t capacity = CPU_SETSIZE; capacity <= std::size_t{1} << 20; capacity *= 2) {
    cpu_set_t* mask = CPU_ALLOC(capacity);
    if (mask == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(capacity);
    const int status = sched_getaffinity(0, bytes, mask);
    const bool mask_too_short = status != 0 && errno == EINVAL;
    const int cores = status == 0 ? CPU_COUNT_S(bytes, mask) : 0;
    CPU_FREE(mask);
    if (cores > 0) return static_cast<unsigned>(cores);
    if (!mask_too_short) break;
  }
  return 1;
}

}  // namespace kernels
