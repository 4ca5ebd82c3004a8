#include "runner/sandbox/isolation/cgroup.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <system_error>

#include "runner/sandbox/isolation/cgroup_places.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/owned_name.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

base::Descriptor open_file(const std::string& folder, const char* name, int flags) {
  return base::Descriptor(open(fmt::format("{}/{}", folder, name).c_str(), flags | O_CLOEXEC));
}

/// Version 1 does not tell whose limit a kill was for. At the group's own, the peak lies this close to it: the kernel
/// charges by batches of pages.
constexpr std::int64_t batches_bytes = 1 << 20;

/// The first read returns a control group file whole, or the wanted part of it.
std::string_view read_now(const base::Descriptor& file, std::span<char> buffer) {
  const ssize_t count = pread(file.number(), buffer.data(), buffer.size(), 0);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

std::int64_t number_in(const base::Descriptor& file, std::string_view key) {
  std::array<char, 512> buffer;
  return number_after(read_now(file, buffer), key).value_or(0);
}

std::string why() {
  return std::generic_category().message(errno);
}

/// /proc/swaps has a line of headings and one for each place to swap to.
bool swaps_somewhere() {
  const auto text = read_small_file("/proc/swaps").value_or("");
  return std::count(text.begin(), text.end(), '\n') > 1;
}

/// Sets the memory limit, with no way around it through swap.
void limit_memory(const std::string& folder, bool is_v2, const Limits& limits, Isolation& isolation) {
  const std::string memory = limits.memory_bytes ? std::to_string(*limits.memory_bytes)
                             : is_v2             ? "max"
                                                 : "-1";
  if (!write_small_file(folder + (is_v2 ? "/memory.max" : "/memory.limit_in_bytes"), memory)) {
    throw system_failure(fmt::format("cannot limit the memory of {} to {}", folder, memory));
  }
  // All at once: no survivor must continue with part of its process tree gone.
  if (is_v2) write_small_file(folder + "/memory.oom.group", "1");
  const bool no_swap = is_v2 ? write_small_file(folder + "/memory.swap.max", "0")
                             : write_small_file(folder + "/memory.memsw.limit_in_bytes", memory);
  if (no_swap || !swaps_somewhere()) {
    isolation.add("swap-off");
  } else {
    isolation.lack("swap-off",
                   "the kernel does not account for swap in cgroups (boot it with swapaccount=1)");
  }
}

void limit_processes(const std::string& folder, const Limits& limits) {
  const std::string number = limits.processes ? std::to_string(*limits.processes) : "max";
  if (!write_small_file(folder + "/pids.max", number)) {
    throw system_failure(fmt::format("cannot limit the processes of {} to {}", folder, number));
  }
}

}  // namespace

Cgroup::Cgroup(const Limits& limits, Isolation& isolation) {
  const CgroupPlaces places = find_cgroup_places();
  if (!places.obstacle.empty()) {
    for (const char* name : {"cgroup-memory", "cgroup-cpu", "cgroup-processes"}) {
      isolation.lack(name, places.obstacle);
    }
    if (swaps_somewhere()) {
      isolation.lack("swap-off", places.obstacle);
    } else {
      isolation.add("swap-off");
    }
    return;
  }
  is_v2_ = places.is_v2;
  memory_limit_bytes_ = limits.memory_bytes;
  const std::string name = owned_name(getpid());
  for (const auto& place : {places.memory, places.cpu, places.processes}) {
    const std::string folder = fmt::format("{}/{}", place, name);
    if (std::find(folders_.begin(), folders_.end(), folder) != folders_.end()) continue;  // v2: one for all
    if (mkdir(folder.c_str(), 0755) != 0) throw system_failure("cannot make the cgroup " + folder);
    folders_.push_back(folder);
    // "tasks" moves one thread, which is all that joins, without taking a machine-wide lock.
    const char* members = is_v2_ ? "cgroup.procs" : "tasks";
    joins_.push_back(open_file(folder, members, O_WRONLY));
    if (joins_.back().number() < 0) throw system_failure(fmt::format("cannot open {}/{}", folder, members));
  }
  if (is_v2_) birthplace_ = open_file(folders_.front(), "", O_RDONLY | O_DIRECTORY);
  const std::string& memory = folders_.front();
  const std::string& cpu = folders_[folders_.size() > 1 ? 1 : 0];
  const std::string& processes = folders_.back();
  limit_memory(memory, is_v2_, limits, isolation);
  limit_processes(processes, limits);

  memory_peak_ = open_file(memory, is_v2_ ? "memory.peak" : "memory.max_usage_in_bytes", O_RDONLY);
  if (!is_v2_) memory_and_swap_peak_ = open_file(memory, "memory.memsw.max_usage_in_bytes", O_RDONLY);
  memory_events_ = open_file(memory, is_v2_ ? "memory.events" : "memory.oom_control", O_RDONLY);
  process_events_ = open_file(processes, "pids.events", O_RDONLY);
  cpu_ = open_file(cpu, is_v2_ ? "cpu.stat" : "cpuacct.usage", O_RDONLY);
  if (!is_v2_) cpu_user_ = open_file(cpu, "cpuacct.usage_user", O_RDONLY);
  if (memory_peak_.number() < 0) {
    isolation.lack("cgroup-memory", fmt::format("memory.peak, which needs Linux 5.19: {}", why()));
  } else {
    isolation.add("cgroup-memory");
  }
  isolation.add("cgroup-cpu");
  isolation.add("cgroup-processes");
  isolation.cgroup = is_v2_ ? "v2" : "v1";
}

Cgroup::~Cgroup() {
  for (const auto& folder : folders_) remove_cgroup(folder, removal_patience_ms);
}

void Cgroup::remove_stale() const {
  for (const auto& folder : folders_) remove_stale_cgroups_in(folder.substr(0, folder.rfind('/')));
}

pid_t Cgroup::fork_into() const {
  if (birthplace_.number() >= 0) {
    clone_args arguments{};
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = static_cast<std::uint64_t>(birthplace_.number());
    const auto pid = static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
    if (pid >= 0) return pid;
  }
  const pid_t pid = fork();
  if (pid == 0) join();
  return pid;
}

void Cgroup::join() const {
  for (const auto& procs : joins_) {
    if (write(procs.number(), "0", 1) != 1) throw system_failure("cannot join the run's cgroup");
  }
}

bool Cgroup::has_met_memory_limit(std::int64_t peak_bytes) const {
  if (is_v2_) return number_in(memory_events_, "oom") > 0;
  if (!memory_limit_bytes_) return false;
  // What others swap out no longer counts as memory, but still towards the limit of both.
  const bool has_swap = memory_and_swap_peak_.number() >= 0;
  const std::int64_t most =
      has_swap ? std::max(peak_bytes, number_in(memory_and_swap_peak_, "")) : peak_bytes;
  return most >= *memory_limit_bytes_ - batches_bytes;
}

CgroupReading Cgroup::read() const {
  CgroupReading reading;
  if (is_v2_) {
    std::array<char, 512> buffer;
    const std::string_view text = read_now(cpu_, buffer);
    reading.cpu = cpu_times(number_after(text, "usage_usec").value_or(0) * 1000,
                            number_after(text, "user_usec").value_or(0) * 1000);
  } else {
    reading.cpu = cpu_times(number_in(cpu_, ""), number_in(cpu_user_, ""));
  }
  reading.peak_memory_bytes = number_in(memory_peak_, "");
  reading.out_of_memory = number_in(memory_events_, "oom_kill") > 0;
  if (reading.out_of_memory && !has_met_memory_limit(reading.peak_memory_bytes)) {
    throw MemoryShortage(
        "the kernel killed a process of the program for want of memory on this machine or in this container, "
        "not at a limit of the run");
  }
  reading.fork_refused = number_in(process_events_, "max") > 0;
  return reading;
}

}  // namespace runner
