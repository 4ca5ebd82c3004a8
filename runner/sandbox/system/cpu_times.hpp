#pragma once

#include <sys/resource.h>

#include <cstdint>

#include "base/clock.hpp"

namespace runner {

struct CpuTimes {
  std::int64_t user_ns = 0;
  std::int64_t system_ns = 0;

  std::int64_t total_ns() const { return user_ns + system_ns; }
};

inline CpuTimes cpu_times(const rusage& usage) {
  return {base::to_nanoseconds(usage.ru_utime), base::to_nanoseconds(usage.ru_stime)};
}

}  // namespace runner
