#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/common/gpu.hpp"
#include "problems/common/choosing/plan.hpp"
#include "problems/common/choosing/program_options.hpp"
#include "problems/common/frame/phases.hpp"

namespace problems {

/// What `--phases` reports. The part of the GPU's start-up hidden behind reading is in none of its phases.
struct PhaseReport {
  std::string_view solver;
  std::vector<PhaseClock::Phase> phases;
  kernels::GpuPhases gpu;  ///< parts of solving; reported of GPU solvers alone
};

/// What `--work` reports.
struct WorkReport {
  std::string_view solver;  ///< empty where nothing was solved
  std::string_view size_unit;
  std::uint64_t size;
  Work work;
};

/// The outcome of one input.
struct Answer {
  int exit_code = exit_done;
  std::string message;             ///< why it failed: the line for stderr; empty when it did not
  std::string_view solver;         ///< that was chosen; empty when it did not come to that
  std::uint64_t stdout_bytes = 0;  ///< written, also of an answer that broke off
  std::uint64_t wall_ns = 0;
  std::optional<PhaseReport> phases;
  std::optional<WorkReport> work;
  std::optional<Plan> plan;  ///< with what is added up where there are several, of a stream
  std::string costs_source;
};

/// A solver that exists but cannot run, here or at this size.
struct CannotRun {
  std::string reason;
};

/// Calls `action` and times it; what it throws becomes exit code and message of the answer.
Answer answered(std::string_view program, const std::function<void(Answer&)>& action);

/// Reports on stderr the outcome of the only input; returns the program's exit code, which is exit_failed also
/// where a report cannot be written. For a failure that is the message, else, as far as the answer has them,
/// one JSON line each: {"phases": {"solver": NAME, "read_ns": ..., "solve_ns": ..., "print_ns": ...}}, for a
/// GPU solver with "gpu": {"start_up_ns", "copy_in_ns", "kernels_ns", "copy_out_ns"}; {"work": {"solver": NAME,
/// "size": ..., "size_unit": ..., "flop": ..., "least_bytes": ..., "precision": ... (null without operations),
/// "only_reads": ...}}, without "solver" where nothing was solved; {"plan": as as_json() in plan.hpp says}.
int report(const Answer& answer);

/// Reports as {"phases": ..., "work": ..., "plan": ...}, as far as the answer has them.
nlohmann::ordered_json reports_of(const Answer& answer);

}  // namespace problems
