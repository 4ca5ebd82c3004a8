#include "runner/sandbox/keeper/contention.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "base/clock.hpp"
#include "runner/sandbox/system/process_tree.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

constexpr std::int64_t period_ns = 50 * base::nanoseconds_per_millisecond;

std::optional<MachineTimes> machine_times() {
  const auto text = read_small_file("/proc/stat");
  return text ? parse_machine_times(*text) : std::nullopt;
}

}  // namespace

std::optional<MachineTimes> parse_machine_times(std::string_view text) {
  std::istringstream line{std::string(text.substr(0, text.find('\n')))};
  std::string label;
  std::int64_t user = 0, nice = 0, system = 0, idle = 0, io = 0, irq = 0, soft_irq = 0, steal = 0;
  line >> label >> user >> nice >> system >> idle >> io >> irq >> soft_irq >> steal;
  if (line.fail() || label != "cpu") return std::nullopt;
  static const std::int64_t tick_ns = base::nanoseconds_per_second / sysconf(_SC_CLK_TCK);
  return MachineTimes{(user + nice + system + irq + soft_irq) * tick_ns, steal * tick_ns};
}

std::optional<RunTimes> parse_run_times(std::string_view text) {
  std::istringstream numbers{std::string(text)};
  RunTimes times;
  numbers >> times.ran_ns >> times.waited_ns;
  if (numbers.fail()) return std::nullopt;
  return times;
}

bool is_ready(std::string_view stat) {
  const std::size_t name_end = stat.rfind(") ");
  return name_end != std::string_view::npos && stat.substr(name_end + 2).starts_with('R');
}

std::int64_t CountedWaits::count(std::int64_t without_it_ns, std::int64_t told_ns, bool is_one_ready) {
  const std::int64_t room_ns = untold_ns_ + std::max<std::int64_t>(without_it_ns, 0);
  const std::int64_t counted_ns = std::clamp<std::int64_t>(told_ns, 0, room_ns);
  untold_ns_ = is_one_ready ? room_ns - counted_ns : 0;
  return counted_ns;
}

bool ContentionMeter::is_due(std::int64_t now_ns) const {
  return now_ns - last_ns_ >= period_ns;
}

void ContentionMeter::sample(std::int64_t now_ns, std::int64_t cpu_ns) {
  if (!machine_at_first_look_) {
    machine_at_first_look_ = machine_times();
    cpu_at_first_look_ns_ = cpu_ns;
  }
  std::unordered_map<pid_t, RunTimes> threads;
  std::int64_t grown = 0;
  bool is_told = true, is_one_ready = false;
  for_each_descendant([&](pid_t pid) {
    if (pid == init_) return true;
    for (const pid_t thread : thread_numbers(pid)) {
      const std::string folder = fmt::format("/proc/{}/task/{}", pid, thread);
      const auto text = read_small_file(folder + "/schedstat");
      auto times = text ? parse_run_times(*text) : std::nullopt;
      if (!times) {
        is_told = is_told && access("/proc/self/schedstat", R_OK) == 0;  // else it has just ended
        continue;
      }
      const auto found = threads_.find(thread);
      const RunTimes before = found == threads_.end() ? RunTimes{} : found->second;
      const std::int64_t told = std::max<std::int64_t>(times->waited_ns - before.waited_ns, 0);
      const bool stood_still = told == 0 && times->ran_ns == before.ran_ns && found != threads_.end();
      const bool may_wait = stood_still || !is_one_ready;
      const bool is_this_ready = may_wait && is_ready(read_small_file(folder + "/stat").value_or(""));
      is_one_ready = is_one_ready || is_this_ready;
      // The kernel reports a wait when it is over: under a quota that is long after it began.
      if (stood_still && is_this_ready) {
        times->ahead_ns = before.ahead_ns + (now_ns - last_ns_);
        grown += now_ns - last_ns_;
      } else {
        times->ahead_ns = std::max<std::int64_t>(before.ahead_ns - told, 0);
        grown += std::max<std::int64_t>(told - before.ahead_ns, 0);
      }
      threads[thread] = *times;
    }
    return true;
  });
  is_known_ = is_known_ && is_told;
  const std::int64_t without_it = (now_ns - last_ns_) - (cpu_ns - last_cpu_ns_) / cores_;
  waited_ns_ += counted_.count(without_it, grown, is_one_ready);
  threads_ = std::move(threads);
  last_ns_ = now_ns;
  last_cpu_ns_ = cpu_ns;
}

Contention ContentionMeter::at_end(std::int64_t cpu_ns) const {
  Contention found;
  found.waited_ns = is_known_ ? std::optional(waited_ns_) : std::nullopt;
  const auto now = machine_at_first_look_ ? machine_times() : std::nullopt;
  if (!now) return found;
  const std::int64_t busy_ns = now->busy_ns - machine_at_first_look_->busy_ns;
  found.stolen_ns = std::max<std::int64_t>(now->stolen_ns - machine_at_first_look_->stolen_ns, 0);
  found.others_cpu_ns = std::max<std::int64_t>(busy_ns - (cpu_ns - cpu_at_first_look_ns_), 0);
  return found;
}

}  // namespace runner
