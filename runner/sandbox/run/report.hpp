#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/descriptor.hpp"
#include "runner/sandbox/system/cpu_times.hpp"

namespace runner {

/// What the sandbox reports to the keeper, over a socket that the program never holds.
struct Report {
  enum class Kind : std::int32_t {
    made,          ///< the sandbox's file system is there; with the descriptors of it that the keeper needs
    starting,      ///< the program is about to take over its process; text: the isolation, as JSON
    setup_failed,  ///< the runner's fault; text: why
    start_failed,  ///< the program cannot be executed; text: why
    ended,         ///< the program's first process has ended
  };

  Kind kind = Kind::setup_failed;
  std::int32_t wait_status = 0;  ///< of `ended`
  bool has_begun = true;         ///< of `ended`: it had become the program
  std::int64_t work_files = 0;   ///< of `starting`: inodes that are not the program's
  std::int64_t now_ns = 0;       ///< on the monotonic clock
  CpuTimes used;                 ///< by the process that reports
  std::string text;
};

/// Both ends of a new channel; each message arrives whole or not at all.
std::pair<base::Descriptor, base::Descriptor> open_report_channel();

inline constexpr std::size_t most_descriptors = 2;

/// Fills in the time and the CPU times, and sends it with the descriptors that there are: up to the first
/// that is -1. Throws Failure.
void send_report(int channel, Report report, std::array<int, most_descriptors> descriptors = {-1, -1});

struct ReceivedReport {
  Report report;
  std::array<base::Descriptor, most_descriptors> descriptors;  ///< none where none was sent
};

/// Waits for the next report; nullopt when no sender is left. Throws Failure.
std::optional<ReceivedReport> receive_report(int channel);

}  // namespace runner
