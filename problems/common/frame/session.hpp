#pragma once

// The state of a process for all of its inputs, and the choice of a plan for one of them.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "problems/common/choosing/costs.hpp"
#include "problems/common/choosing/plan.hpp"
#include "problems/common/choosing/program_options.hpp"
#include "problems/common/frame/gpu_start.hpp"
#include "problems/common/frame/problem.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/shared_reading.hpp"

namespace problems {

struct Session {
  const ProgramOptions& options;
  Costs costs;
  unsigned given_cores;
  GpuStart& gpu_start;

  /// The cores that the options specify, or otherwise those that the process was given.
  Means means() const {
    const bool exactly = options.cores > 0;
    return {exactly ? options.cores : given_cores, exactly, gpu_start.is_over()};
  }
};

/// Whether a GPU may be chosen: the options name one, or there is one. Does not query the driver.
inline bool may_choose_gpu(std::string_view solver) {
  return kernels::is_gpu_variant(solver) || (solver == auto_solver && ::access("/dev/nvidiactl", F_OK) == 0);
}

/// How a text of so many bytes (0: not known) is read. `by_parts`: several cores can share it, as its problem reads rows
/// of numbers; `for_gpu`: a GPU may read it, if it is mapped.
inline Sharing reading_of(const Session& session, std::size_t file_bytes, bool by_parts, bool for_gpu) {
  const Means means = session.means();
  if (!by_parts) return {.cores = 1, .maps_files = for_gpu, .least_mapped_bytes = 1};
  if (means.exactly)
    return {.cores = means.cores, .maps_files = means.cores > 1 || for_gpu, .least_bytes = 1};
  const std::size_t least_bytes = least_shared_bytes(session.costs, means);
  const std::size_t bytes = file_bytes > 0 ? file_bytes : most_measured_bytes;
  const unsigned cores = reading_step(session.costs, static_cast<double>(bytes), means).cores;
  return {.cores = cores,
          .maps_files = cores > 1 || for_gpu,
          .least_bytes = least_bytes,
          .least_mapped_bytes = for_gpu ? 1 : least_bytes};
}

/// How a plan's output is printed.
inline SharedPrinting printing_of(const Plan& plan) {
  return {.cores = plan.cores_of(steps::print), .least_items = 1};
}

/// The plans for an input, the shortest first: those of all solvers with "auto", otherwise those of the named
/// one. `mapped_bytes` is the size of its text if a GPU may read it, otherwise 0.
template <CostedProblem P>
std::vector<Plan> plans_for(const Session& session, const typename P::Shape& shape,
                            std::size_t mapped_bytes) {
  const ProgramOptions& options = session.options;
  TextSize text = P::text(shape);
  if (mapped_bytes > 0) text.read_bytes = static_cast<double>(mapped_bytes);
  return make_plans<P>(session.costs, options.solver == auto_solver ? "" : options.solver, shape, text,
                       session.means(), mapped_bytes > 0 ? options.text : TextPlace::host);
}

/// The likely plan, before the numbers of an input are read. It does not query the driver, which would take
/// longer than reading. Nothing if no plan is known.
template <CostedProblem P>
std::optional<Plan> likely_plan(const Session& session, const typename P::Shape& shape,
                                std::size_t mapped_bytes) {
  const bool has_gpu = may_choose_gpu(session.options.solver);
  for (const Plan& plan : plans_for<P>(session, shape, mapped_bytes)) {
    if (has_gpu || !kernels::is_gpu_variant(plan.solver)) return plan;
  }
  return std::nullopt;
}

/// The plan for an input that has been read: the shortest that can be executed here, if `parts` such inputs follow each
/// other. Throws CannotRun.
template <Problem P>
Plan chosen_plan(const Session& session, const auto& shape, double parts = 1) {
  const ProgramOptions& options = session.options;
  const bool automatic = options.solver == auto_solver;
  const std::uint64_t size = P::size(shape);
  if (!automatic) require_runnable<P>(options.solver, size);
  if constexpr (CostedProblem<P>) {
    std::vector<Plan> plans = plans_for<P>(session, shape, 0);
    if (!automatic) return plans.front();
    sort_by_time(plans, parts);
    const Plan* const plan = first_that_can_run<P>(plans, size);
    if (plan != nullptr && plan->seconds) return *plan;
  }
  const unsigned cores = session.means().cores;
  const std::string_view solver = automatic ? first_variant<P>(size).name : std::string_view(options.solver);
  return {solver, false, {{steps::print, cores, {}, {}}, {solver, cores, {}, {}}}, {}};
}

}  // namespace problems
