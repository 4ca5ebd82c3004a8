#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>

#include "base/clock.hpp"

namespace runner {

struct CpuTimes {
  std::int64_t user_ns = 0;
  std::int64_t system_ns = 0;

  std::int64_t total_ns() const { return user_ns + system_ns; }
};

/// The times of an exact total and its user part, which a kernel that counts that in ticks may take for more than the
/// total.
inline CpuTimes cpu_times(std::int64_t total_ns, std::int64_t estimated_user_ns) {
  const std::int64_t user_ns = std::clamp<std::int64_t>(estimated_user_ns, 0, total_ns);
  return {user_ns, total_ns - user_ns};
}

inline CpuTimes cpu_times(const rusage& usage) {
  return {base::to_nanoseconds(usage.ru_utime), base::to_nanoseconds(usage.ru_stime)};
}

}  // namespace runner
