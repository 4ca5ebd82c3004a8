#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runner/tests/start_runner.hpp"
#include "runner/tests/world.hpp"

inline constexpr std::int64_t ms = 1'000'000;
inline constexpr std::int64_t kib = 1 << 10;
inline constexpr std::int64_t mib = 1 << 20;

struct Range {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// The reported figure, within 3 percent.
constexpr Range about(std::int64_t value) {
  return {value - value * 3 / 100, value + value * 3 / 100};
}

constexpr Range exactly(std::int64_t value) {
  return {value, value};
}

/// A CPU limit, and the CPU time at which a program that exceeds it must be dead: 20 ms more.
constexpr Range overshoot(std::int64_t limit) {
  return {limit, limit + 20 * ms};
}

/// One behaviour and its required outcome. Texts may contain placeholders for places of the test world;
/// {input} and {facts} are files of the run.
struct Row {
  std::string behaviour;
  std::string command;  ///< words: a program of runner/tests/programs or an absolute path, and its arguments
  std::string options = {};  ///< words: limits and others
  std::string outcome = "exited";
  std::optional<int> exit_code = {};
  std::optional<int> signal = {};
  Range cpu = {};  ///< user and system
  Range wall = {};
  Range memory = {};
  Range stdout_bytes = {};
  Range stderr_bytes = {};
  std::vector<std::string> says = {};        ///< parts of its stdout
  std::vector<std::string> never_says = {};  ///< what its stdout must not contain
  std::string message = {};                  ///< a part of the facts' message
  std::string needs =
      {};  ///< words: the isolation without which the row cannot hold, and traits of this machine
};

/// Rows that bound a time from above need the machine to themselves. The bounds are those of an idle machine;
/// behaviour.cpp says by how much a time may exceed them.
enum class Rows { untimed, timed };

/// The number of rows with each outcome.
struct Tally {
  int passed = 0;
  int failed = 0;
  int retries = 0;
  std::int64_t excess_ns = 0;          ///< the most by which a time exceeded its bound
  std::map<std::string, int> skipped;  ///< by reason
};

/// Runs these rows under `caller`. Every failure is a failed check; everything skipped is reported with its
/// reason. A row that other work may have disturbed is retried a few times, and each retry is printed: see
/// behaviour.cpp.
void check_rows(std::span<const Row> rows, Rows which, const Caller& caller, World& world, Tally& tally);

/// Names of isolation, and for each that is missing the reason,
/// as the runner reports it to `caller` on this machine.
std::map<std::string, std::string> missing_isolation(const Caller& caller);

/// The tables, one for each subject.
std::span<const Row> end_rows();
std::span<const Row> time_rows();
std::span<const Row> memory_rows();
std::span<const Row> process_rows();
std::span<const Row> output_rows();
std::span<const Row> file_rows();
std::span<const Row> escape_rows();
std::span<const Row> network_rows();
std::span<const Row> kernel_rows();
std::span<const Row> spoofing_rows();
