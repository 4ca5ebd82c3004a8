// What is available of memory, from files written here in the form of proc(5) and cgroups(7).

#include "base/available_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>

#include "base/tests/machine_files.hpp"
#include CATCH2_HEADER

namespace {

using base::available_memory_bytes;

constexpr std::uint64_t mib = 1 << 20;

std::uint64_t bytes_available(const MachineFiles& machine) {
  return available_memory_bytes(machine.proc(), machine.groups());
}

constexpr auto one_gib_available = "MemTotal:       8388608 kB\nMemAvailable:   1048576 kB\n";

TEST_CASE("what the kernel calls available, where no control group says less") {
  const MachineFiles machine(one_gib_available);
  CHECK(bytes_available(machine) == 1024 * mib);
  machine.write("proc/self/cgroup", "0::/a/b\n");
  machine.write("groups/a/b/memory.max", "max\n");
  CHECK(bytes_available(machine) == 1024 * mib);
}

TEST_CASE("a group's limit, without what is in use and does not give way") {
  const MachineFiles machine(one_gib_available);
  machine.write("proc/self/cgroup", "0::/a/b\n");
  machine.write("groups/a/b/memory.max", "104857600\n");
  CHECK(bytes_available(machine) == 100 * mib);
  machine.write("groups/a/b/memory.stat", "anonymous 7\nanon 31457280\nfile 52428800\n");
  CHECK(bytes_available(machine) == 70 * mib);
  machine.write("groups/a/memory.max", "20971520\n");  // of the group around it
  CHECK(bytes_available(machine) == 20 * mib);
  machine.write("groups/a/memory.stat", "anon 31457280\n");
  CHECK(bytes_available(machine) == 0);
}

TEST_CASE("a group of the first version") {
  const MachineFiles machine(one_gib_available);
  machine.write("proc/self/cgroup", "9:cpu,cpuacct:/a\n4:hugetlb,memory:/jobs/7\n0::/\n");
  machine.write("groups/memory/jobs/7/memory.limit_in_bytes", "104857600\n");
  machine.write("groups/memory/jobs/7/memory.stat", "rss 9\ntotal_rss 10485760\n");
  CHECK(bytes_available(machine) == 90 * mib);
}

TEST_CASE("a container sees its group as the root, whatever its path is outside") {
  const MachineFiles machine(one_gib_available);
  machine.write("proc/self/cgroup", "0::/../../docker/0123\n");
  machine.write("groups/memory.max", "52428800\n");
  CHECK(bytes_available(machine) == 50 * mib);
}

TEST_CASE("a limit on address space, without what is mapped") {
  const MachineFiles machine(one_gib_available);
  machine.write("proc/meminfo", "MemAvailable:   1099511627776 kB\n");
  machine.write("proc/self/statm", "2048 100 50 1 0 300 0\n");
  const std::uint64_t mapped = 2048 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  constexpr std::uint64_t more_than_sanitizers_map = std::uint64_t{1} << 46;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  rlimit lower = before;
  lower.rlim_cur = more_than_sanitizers_map;
  REQUIRE(setrlimit(RLIMIT_AS, &lower) == 0);
  const std::uint64_t available = bytes_available(machine);
  setrlimit(RLIMIT_AS, &before);
  CHECK(available == more_than_sanitizers_map - mapped);
}

TEST_CASE("this machine has something available") {
  CHECK(available_memory_bytes() > mib);
  CHECK(available_memory_bytes() < std::uint64_t{1} << 50);
}

}  // namespace
