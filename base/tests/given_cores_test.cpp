// How many cores a process was given, from files written here in the form of cgroups(7).

#include "base/given_cores.hpp"

#include <algorithm>

#include "base/tests/machine_files.hpp"
#include CATCH2_HEADER

namespace {

unsigned given(const MachineFiles& machine) {
  return base::given_core_count(machine.proc(), machine.groups());
}

TEST_CASE("without a quota a process was given the cores that it may run on") {
  const MachineFiles machine;
  CHECK(given(machine) == base::usable_core_count());
  machine.write("proc/self/cgroup", "4:cpu,cpuacct:/jobs/7\n0::/a/b\n");
  machine.write("groups/a/b/cpu.max", "max 100000\n");
  machine.write("groups/cpu/jobs/7/cpu.cfs_quota_us", "-1\n");
  machine.write("groups/cpu/jobs/7/cpu.cfs_period_us", "100000\n");
  CHECK(given(machine) == base::usable_core_count());
}

TEST_CASE("a quota of CPU time is one of cores, in the group or around it") {
  const MachineFiles machine;
  machine.write("proc/self/cgroup", "0::/a/b\n");
  machine.write("groups/a/b/cpu.max", "max 100000\n");
  machine.write("groups/a/cpu.max", "50000 100000\n");
  CHECK(given(machine) == 1);
  machine.write("groups/a/cpu.max", "110000 100000\n");  // a little more than one
  CHECK(given(machine) == std::min(2U, base::usable_core_count()));
  machine.write("groups/a/cpu.max", "100000000 100000\n");  // more than there are
  CHECK(given(machine) == base::usable_core_count());
}

TEST_CASE("a quota of the first version") {
  const MachineFiles machine;
  machine.write("proc/self/cgroup", "4:cpu,cpuacct:/jobs/7\n3:memory:/\n");
  machine.write("groups/cpu/jobs/7/cpu.cfs_quota_us", "100000\n");
  machine.write("groups/cpu/jobs/7/cpu.cfs_period_us", "100000\n");
  CHECK(given(machine) == 1);
}

TEST_CASE("a limit of cores holds for those who start threads, until it is taken back") {
  CHECK(base::cores_to_use() == base::given_core_count());
  base::core_limit = 3;
  CHECK(base::cores_to_use() == 3);
  base::core_limit = 0;
  CHECK(base::cores_to_use() == base::given_core_count());
}

}  // namespace
