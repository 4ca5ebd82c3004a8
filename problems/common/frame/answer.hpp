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

/// The report of `--phases`. The part of the GPU's start-up that is hidden behind reading belongs to none of
/// its phases.
struct PhaseReport {
  std::string_view solver;
  std::vector<PhaseClock::Phase> phases;
  kernels::GpuPhases gpu;  ///< parts of solving; reported only for GPU solvers
};

/// What `--work` reports.
struct WorkReport {
  std::string_view solver;  ///< empty if nothing was solved
  std::string_view size_unit;
  std::uint64_t size;
  Work work;
};

/// The outcome of one input.
struct Answer {
  int exit_code = exit_done;
  std::string message;             ///< why it failed, for stderr; empty if it did not
  std::string_view solver;         ///< the chosen solver; empty if none was chosen yet
  std::uint64_t stdout_bytes = 0;  ///< written, including a partial answer
  std::uint64_t wall_ns = 0;
  std::optional<PhaseReport> phases;
  std::optional<WorkReport> work;
  std::optional<Plan> plan;  ///< the totals, for a stream of several parts
  std::string costs_source;
};

/// An error for a solver that exists but cannot run here, or not at this size.
struct CannotRun {
  std::string reason;
};

/// Calls `action` and measures its time; exceptions become the exit code and message of the answer.
Answer answered(std::string_view program, const std::function<void(Answer&)>& action);

/// Reports on stderr the outcome of the only input; returns the program's exit code, which is exit_failed also
/// where a report cannot be written. For a failure that is the message, else, as far as the answer has them,
/// one JSON line each: {"phases": {"solver": NAME, "read_ns": ..., "solve_ns": ..., "print_ns": ...}}, for a
/// GPU solver with "gpu": {"start_up_ns", "copy_in_ns", "kernels_ns", "copy_out_ns"}; {"work": {"solver": NAME,
/// "size": ..., "size_unit": ..., "flop": ..., "least_bytes": ..., "precision": ... (null without operations),
/// "only_reads": ...}}, without "solver" where nothing was solved; {"plan": as as_json() in plan.hpp says}.
int report(const Answer& answer);

/// Formats the report {"phases": ..., "work": ..., "plan": ...}, as far as the answer has these parts.
nlohmann::ordered_json reports_of(const Answer& answer);

}  // namespace problems
