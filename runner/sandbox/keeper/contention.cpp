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

std::optional<std::int64_t> parse_run_delay(std::string_view text) {
  std::istringstream numbers{std::string(text)};
  std::int64_t ran = 0, waited = 0;
  numbers >> ran >> waited;
  if (numbers.fail()) return std::nullopt;
  return waited;
}

bool ContentionMeter::is_due(std::int64_t now_ns) const {
  return now_ns - last_ns_ >= period_ns;
}

void ContentionMeter::sample(std::int64_t now_ns, std::int64_t cpu_ns) {
  if (!machine_at_first_look_) {
    machine_at_first_look_ = machine_times();
    cpu_at_first_look_ns_ = cpu_ns;
  }
  std::unordered_map<pid_t, std::int64_t> delays;
  std::int64_t grown = 0;
  bool is_told = true;
  for_each_descendant([&](pid_t pid) {
    if (pid == init_) return true;
    for (const pid_t thread : thread_numbers(pid)) {
      const auto text = read_small_file(fmt::format("/proc/{}/task/{}/schedstat", pid, thread));
      const auto delay = text ? parse_run_delay(*text) : std::nullopt;
      if (!delay) {
        is_told = is_told && access("/proc/self/schedstat", R_OK) == 0;  // else it has just ended
        continue;
      }
      const auto before = delays_.find(thread);
      grown += *delay - (before == delays_.end() ? 0 : std::min(before->second, *delay));
      delays[thread] = *delay;
    }
    return true;
  });
  is_known_ = is_known_ && is_told;
  const std::int64_t without_it = (now_ns - last_ns_) - (cpu_ns - last_cpu_ns_) / cores_;
  waited_ns_ += std::clamp<std::int64_t>(without_it, 0, grown);
  delays_ = std::move(delays);
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
