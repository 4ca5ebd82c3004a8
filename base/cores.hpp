#pragma once

#include <sched.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

namespace base {

/// A bound of the numbers of cores; Linux has 8192 at most.
inline constexpr int most_cores = 1 << 20;

/// sched_getaffinity(2), or what stands in for it in a test.
using GetAffinity = int (*)(pid_t, std::size_t, cpu_set_t*);

/// The cores that this process may run on, ascending and at least one. They come from the affinity mask,
/// which `taskset` and a judge's pinning set, and are not all cores of the machine: threads beyond the mask
/// would only take turns. Throws std::system_error when the system does not report them.
inline std::vector<int> usable_cores(GetAffinity get_affinity = sched_getaffinity) {
  int error = 0;
  // The kernel refuses, with EINVAL, a mask that is too short for the machine: ask with longer ones.
  for (std::size_t capacity = CPU_SETSIZE; capacity <= most_cores; capacity *= 2) {
    std::vector<cpu_set_t> mask(capacity / CPU_SETSIZE);
    const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
    if (get_affinity(0, bytes, mask.data()) == 0) {
      std::vector<int> cores;
      for (std::size_t core = 0; core < capacity; ++core) {
        if (CPU_ISSET_S(core, bytes, mask.data())) cores.push_back(static_cast<int>(core));
      }
      return cores;
    }
    error = errno;
    if (error != EINVAL) break;
  }
  throw std::system_error(error, std::generic_category(), "cannot ask which cores this process may use");
}

inline unsigned usable_core_count() {
  return static_cast<unsigned>(usable_cores().size());
}

/// Restricts this thread, and what it starts from now on, to these cores, each below most_cores; those that
/// it may not use are left out. Throws std::system_error when none remains.
inline void pin_to(const std::vector<int>& cores) {
  std::vector<cpu_set_t> mask(most_cores / CPU_SETSIZE);
  const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
  for (const int core : cores) CPU_SET_S(static_cast<std::size_t>(core), bytes, mask.data());
  if (sched_setaffinity(0, bytes, mask.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot choose the cores");
}

}  // namespace base
