#include "runner/sandbox/run/outcome.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

namespace runner {
namespace {

constexpr std::array<std::string_view, 11> outcome_names = {
    "exited",        "signaled",   "cpu-limit",        "wall-limit",      "memory-limit", "output-limit",
    "process-limit", "file-limit", "gpu-memory-limit", "ended-by-caller", "start-failed",
};

struct LimitRow {
  Limit limit;
  std::int64_t Usage::*used;
  std::optional<std::int64_t> Limits::*allowed;
  Outcome outcome;
};

constexpr std::array<LimitRow, 6> limit_rows = {{
    {Limit::cpu, &Usage::cpu_ns, &Limits::cpu_ns, Outcome::cpu_limit},
    {Limit::wall, &Usage::wall_ns, &Limits::wall_ns, Outcome::wall_limit},
    {Limit::memory, &Usage::memory_bytes, &Limits::memory_bytes, Outcome::memory_limit},
    {Limit::output, &Usage::output_bytes, &Limits::output_bytes, Outcome::output_limit},
    {Limit::processes, &Usage::processes, &Limits::processes, Outcome::process_limit},
    {Limit::gpu_memory, &Usage::gpu_memory_bytes, &Limits::gpu_memory_bytes, Outcome::gpu_memory_limit},
}};

Outcome outcome_of(Limit limit) {
  const auto row =
      std::find_if(limit_rows.begin(), limit_rows.end(), [&](const auto& one) { return one.limit == limit; });
  return row == limit_rows.end() ? Outcome::file_limit : row->outcome;
}

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

// "512 MiB", "1.3 MiB", "10000 bytes".
std::string size_text(std::int64_t bytes) {
  constexpr std::int64_t kib = 1024, mib = kib * kib;
  if (bytes >= mib && bytes % mib != 0) return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mib);
  if (bytes >= mib) return fmt::format("{} MiB", bytes / mib);
  return bytes >= kib && bytes % kib == 0 ? fmt::format("{} KiB", bytes / kib)
                                          : fmt::format("{} bytes", bytes);
}

}  // namespace

std::optional<Limit> first_limit_met(const Usage& before, const Usage& now, const Limits& limits) {
  if (now.out_of_memory) return Limit::memory;
  if (now.fork_refused) return Limit::processes;
  if (now.work.is_full) return Limit::files;
  std::optional<Limit> first;
  double earliest = 2;  // as a fraction of the time between the samples: later than any
  for (const auto& row : limit_rows) {
    const auto& allowed = limits.*row.allowed;
    if (!allowed || now.*row.used <= *allowed) continue;
    const auto growth = static_cast<double>(now.*row.used - before.*row.used);
    const auto room = static_cast<double>(*allowed - before.*row.used);
    const double passed_at = room <= 0 ? 0 : room / growth;
    if (passed_at < earliest) {
      earliest = passed_at;
      first = row.limit;
    }
  }
  return first;
}

Outcome decide_outcome(const Ending& ending, const Limits& limits) {
  if (ending.start_failed) return Outcome::start_failed;
  if (ending.stopped_by) return outcome_of(*ending.stopped_by);
  if (const auto limit = first_limit_met(ending.before, ending.now, limits)) return outcome_of(*limit);
  if (ending.ended_by_caller) return Outcome::ended_by_caller;
  if (!WIFSIGNALED(ending.wait_status)) return Outcome::exited;
  if (WTERMSIG(ending.wait_status) == SIGXFSZ) return Outcome::file_limit;
  return Outcome::signaled;
}

std::string_view name(Outcome outcome) {
  return outcome_names[static_cast<std::size_t>(outcome)];
}

std::optional<std::string> explain(Outcome outcome, const Usage& usage, const Limits& limits) {
  switch (outcome) {
    case Outcome::cpu_limit:
      return fmt::format("CPU time {:.3f} s passed the limit of {:.3f} s", seconds(usage.cpu_ns),
                         seconds(*limits.cpu_ns));
    case Outcome::wall_limit:
      return fmt::format("wall time {:.3f} s{} passed the limit of {:.3f} s", seconds(usage.wall_ns),
                         usage.waited_ns > 0
                             ? fmt::format(" (and {:.3f} s of waiting for a core)", seconds(usage.waited_ns))
                             : "",
                         seconds(*limits.wall_ns));
    case Outcome::memory_limit:
      return fmt::format(
          "memory {}{}; the most in use was {}",
          limits.memory_bytes ? "passed the limit of " + size_text(*limits.memory_bytes) : "ran out",
          usage.out_of_memory ? ": the kernel killed a process (OOM)" : "", size_text(usage.memory_bytes));
    case Outcome::output_limit:
      return fmt::format("more than the limit of {} was written to an output",
                         size_text(*limits.output_bytes));
    case Outcome::file_limit:
      return fmt::format("more than the limit of {} or {} files in the work directory",
                         size_text(limits.work_bytes), limits.work_files);
    case Outcome::gpu_memory_limit:
      return fmt::format("GPU memory {} passed the limit of {}", size_text(usage.gpu_memory_bytes),
                         size_text(*limits.gpu_memory_bytes));
    case Outcome::process_limit:
      if (!limits.processes) return "the kernel refused a process or thread";
      return fmt::format("more than the limit of {} processes and threads at once", *limits.processes);
    default:
      return std::nullopt;
  }
}

}  // namespace runner
