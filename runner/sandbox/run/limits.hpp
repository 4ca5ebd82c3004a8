#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace runner {

/// The largest permitted limits: adding two of them does not overflow, and the kernel accepts them.
inline constexpr std::int64_t most_limit_ms = 1'000'000'000'000;         ///< 31 years
inline constexpr std::int64_t most_limit_bytes = std::int64_t{1} << 50;  ///< 1 PiB
inline constexpr std::int64_t most_limit_processes = 4'194'304;          ///< PID_MAX_LIMIT of 64-bit Linux
inline constexpr std::int64_t most_limit_files = 1'000'000'000;

/// What a program may use, together with all its descendants; absent: unlimited. Only the work directory is
/// always limited, as it is in memory.
struct Limits {
  std::optional<std::int64_t> cpu_ns;
  std::optional<std::int64_t> wall_ns;
  std::optional<std::int64_t> memory_bytes;
  std::optional<std::int64_t> output_bytes;  ///< on stdout and on stderr, each
  std::optional<std::int64_t> processes;     ///< alive at once; threads count, as in the kernel's own limits
  std::int64_t work_bytes = 64 << 20;        ///< in all files of the work directory
  std::int64_t work_files = 1024;            ///< files and folders in the work directory
  std::optional<std::int64_t> gpu_memory_bytes;
};

/// A whole number from 1 to `largest`, digits only; throws
/// std::invalid_argument with what was expected and found.
std::int64_t parse_limit(std::string_view text, std::int64_t largest);

/// CPU numbers as taskset(1) writes them, "0,2-3", in ascending order; throws std::invalid_argument.
std::vector<int> parse_cores(std::string_view text);

}  // namespace runner
