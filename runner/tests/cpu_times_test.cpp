#include "runner/sandbox/system/cpu_times.hpp"

#include CATCH2_HEADER

using namespace runner;

TEST_CASE("a user part counted in ticks does not raise the total") {
  const CpuTimes times = cpu_times(900'000, 4'000'000);
  CHECK(times.user_ns == 900'000);
  CHECK(times.total_ns() == 900'000);
}

TEST_CASE("what the user part leaves of the total is the system's") {
  const CpuTimes times = cpu_times(900'000, 300'000);
  CHECK(times.user_ns == 300'000);
  CHECK(times.system_ns == 600'000);
}
