#include "runner/sandbox/keeper/measure.hpp"

#include <algorithm>

#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

/// The resident memory of several processes with nothing counted twice. nullopt
/// when one of them ended during the count: its share falls to the others, so
/// that a sum over some before and some after it would count pages twice.
std::optional<std::int64_t> shared_counted_once(const std::vector<ProcessStat>& processes) {
  std::int64_t sum = 0;
  for (const auto& process : processes) {
    if (share_memory(process.pid, process.parent)) continue;  // the parent counts it
    sum += proportional_resident_bytes(process.pid).value_or(process.resident_bytes);
  }
  for (const auto& process : processes) {
    const auto now = read_process_stat(process.pid);
    if (!now || (now->resident_bytes == 0 && process.resident_bytes > 0)) return std::nullopt;
  }
  return sum;
}

}  // namespace

void Meter::add_ended(const rusage& usage) {
  const CpuTimes times = cpu_times(usage);
  ended_.user_ns += times.user_ns;
  ended_.system_ns += times.system_ns;
  peak_memory_bytes_ = std::max(peak_memory_bytes_, std::int64_t{usage.ru_maxrss} * 1024);
  raise_cpu(ended_.total_ns());
}

void Meter::sample() {
  std::vector<ProcessStat> alive;
  std::int64_t cpu = 0;
  std::int64_t resident = 0;
  std::int64_t threads = 0;
  for_each_descendant([&](pid_t pid) {
    if (pid == init_) return true;
    const std::int64_t own_cpu = process_cpu_ns(pid);
    const auto stat = read_process_stat(pid);
    if (!stat) return true;
    remember(pid, stat->started, own_cpu);
    cpu += own_cpu + stat->waited_cpu_ns;
    resident += stat->resident_bytes;
    threads += stat->threads;
    alive.push_back(*stat);
    return threads <=
           limits_.processes.value_or(INT64_MAX);  // a fork bomb grows faster than one can count it
  });
  most_processes_ = std::max(most_processes_, threads);
  raise_cpu(ended_.total_ns() + cpu);
  if (alive.size() > 1 && resident > limits_.memory_bytes.value_or(INT64_MAX)) {
    resident = shared_counted_once(alive).value_or(0);  // 0: wait for the next sample
  }
  peak_memory_bytes_ = std::max(peak_memory_bytes_, resident);
}

CpuTimes Meter::final_times() const {
  CpuTimes times{std::max<std::int64_t>(ended_.user_ns - setup_.user_ns, 0),
                 std::max<std::int64_t>(ended_.system_ns - setup_.system_ns, 0)};
  times.user_ns += std::max<std::int64_t>(cpu_ns_ - times.total_ns(), 0);
  return times;
}

void Meter::remember(pid_t pid, std::uint64_t started, std::int64_t cpu_ns) {
  auto [entry, is_new] = last_seen_.try_emplace(pid, LastSeen{started, 0});
  if (!is_new && entry->second.started != started) entry->second = {started, 0};  // the number was reused
  const std::int64_t grown = std::max<std::int64_t>(cpu_ns - entry->second.cpu_ns, 0);
  entry->second.cpu_ns += grown;
  seen_cpu_ns_ += grown;
}

void Meter::raise_cpu(std::int64_t in_accounts) {
  // Neither sum is ever too high. The accounts miss children that are not waited for, and the samples miss
  // what was used between the last sample and the end; ticks make the accounts of living processes dip when a
  // child is waited for.
  cpu_ns_ = std::max({cpu_ns_, in_accounts - setup_.total_ns(), seen_cpu_ns_ - setup_.total_ns()});
}

}  // namespace runner
