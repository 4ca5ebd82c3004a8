#pragma once

// The frame of a problem program: options, exit codes and the phase clock are here; problems/<id>/main.cpp adds what
// differs. The untyped parts are in program_options.cpp, solver_list.cpp,
// answer.cpp and batch.cpp.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_mapping.hpp"
#include "base/given_cores.hpp"
#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/choosing/plan_list.hpp"
#include "problems/common/choosing/program_options.hpp"
#include "problems/common/choosing/solver_list.hpp"
#include "problems/common/frame/answer.hpp"
#include "problems/common/frame/batch.hpp"
#include "problems/common/frame/gpu_start.hpp"
#include "problems/common/frame/gpu_text.hpp"
#include "problems/common/frame/phases.hpp"
#include "problems/common/frame/problem.hpp"
#include "problems/common/frame/session.hpp"
#include "problems/common/frame/shortened_input.hpp"
#include "problems/common/printing/standard_streams.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/reader.hpp"

namespace problems {

/// The rows of a problem's table as text, for --list. Queries the GPU, which takes some time.
template <Problem P>
std::vector<SolverInfo> describe_solvers() {
  std::vector<SolverInfo> solvers;
  for (const auto& variant : P::variants()) {
    const kernels::Support support = variant.supported();
    solvers.push_back({.name = variant.name,
                       .idea = variant.idea,
                       .available = support.available,
                       .reason = support.reason,
                       .largest_size = variant.largest_size,
                       .uses_all_cores = variant.uses_all_cores});
  }
  return solvers;
}

/// Solves one input by its plan, prints to stdout, and reports in `answer`.
template <Problem P>
void solve_input(const typename P::Input& input, const Plan& plan, PhaseClock& clock, Answer& answer) {
  answer.solver = plan.solver;
  const auto& variant = *kernels::find_variant(P::variants(), plan.solver);
  base::core_limit = plan.cores_of(plan.solver);
  const typename P::Output output = P::solve(variant, input);
  clock.end_phase("solve");

  Writer writer(1, &answer.stdout_bytes, printing_of(plan));
  P::print(input, output, writer);
  writer.flush();
  clock.end_phase("print");
}

/// Adds the work of an input (or its head), or of the next part of a stream, to the report.
template <Problem P>
void add_work(const auto& shape, Answer& answer) {
  WorkReport report = {answer.solver, P::size_unit, P::size(shape), P::work(shape)};
  // Another one than that by which solvers are limited.
  if constexpr (requires { P::reported_size(shape); }) {
    report.size_unit = P::reported_unit;
    report.size = P::reported_size(shape);
  }
  if constexpr (StreamProblem<P>) {
    if (answer.work) {
      report.size = P::size_of_both(report.size, answer.work->size);
      report.work.flop += answer.work->work.flop;
      report.work.least_bytes += answer.work->work.least_bytes;
    }
  }
  answer.work = report;
}

/// Adds how an input, or the next part of a stream, was answered to the report.
inline void add_plan(const Plan& plan, const Session& session, const PhaseClock& clock, Answer& answer) {
  if (session.options.phases) answer.phases = {plan.solver, clock.phases(), kernels::gpu_phases()};
  if (!session.options.plan) return;
  answer.costs_source = session.costs.source();
  if (answer.plan) {
    append(*answer.plan, plan);
  } else {
    answer.plan = plan;
  }
}

/// Solves an input of numbers on the GPU from its text on, and returns true; otherwise the host reads the
/// numbers into `input`.
template <GpuTextProblem P>
bool read_or_solve(Reader& reader, const Session& session, PhaseClock& clock, Answer& answer,
                   typename P::Input& input) {
  const typename P::Head head = P::read_head(reader);
  if constexpr (CostedProblem<P>) {
    const std::size_t mapped_bytes = P::count_numbers(head) > 0 ? reader.mapped_rest().size() : 0;
    const auto plan = likely_plan<P>(session, head, mapped_bytes);
    const bool on_gpu = plan && kernels::is_gpu_variant(plan->solver) && !session.options.no_solve;
    if (on_gpu) session.gpu_start.begin();
    const auto* const variant = kernels::find_variant(P::variants(), on_gpu ? plan->solver : "");
    if (on_gpu && plan->is_gpu_text && P::size(head) <= variant->largest_size &&
        solve_on_gpu<P>(reader, head, *variant, session, clock, answer)) {
      if (session.options.work) add_work<P>(head, answer);
      add_plan(*plan, session, clock, answer);
      return true;
    }
  }
  input = P::read_numbers(reader, head);
  return false;
}

/// The number of parts like this one, which was just read, in what is left of a file, and takes this one from that; 1:
/// the input is no stream or no file.
template <Problem P>
double parts_left(const auto& shape, double& bytes_left) {
  if constexpr (StreamProblem<P> && CostedProblem<P>) {
    const double bytes = P::text(shape).read_bytes;
    const double parts = bytes > 0 ? bytes_left / bytes : 1;
    bytes_left = std::max(0.0, bytes_left - bytes);
    return std::max(1.0, parts);
  }
  return 1;
}

/// Reads one input and processes it as the options say. All resources are released at the end.
template <Problem P>
Answer answer_input(int descriptor, const Session& session) {
  kernels::gpu_phases() = {};
  return answered(P::id, [&](Answer& answer) {
    PhaseClock clock;
    const ProgramOptions& options = session.options;
    auto bytes_left = static_cast<double>(base::FileMapping::bytes_left(descriptor));
    Reader reader(
        descriptor, Reader::default_buffer_bytes,
        reading_of(session, static_cast<std::size_t>(bytes_left), is_read_by_parts<P>,
                   GpuTextProblem<P> && options.text != TextPlace::host && may_choose_gpu(options.solver)));
    typename P::Input input;
    if constexpr (GpuTextProblem<P>) {
      if (read_or_solve<P>(reader, session, clock, answer, input)) return;
    } else {
      input = P::read(reader);
    }
    if constexpr (!StreamProblem<P>) reader.expect_end();
    const auto answer_part = [&] {
      clock.end_phase("read");
      decltype(auto) shape = shape_of<P>(input);
      if (!options.no_solve) {
        const auto read_end = std::chrono::steady_clock::now();
        const Plan plan = chosen_plan<P>(session, shape, parts_left<P>(shape, bytes_left));
        if (kernels::is_gpu_variant(plan.solver))
          session.gpu_start.begin();  // once: later parts are planned so
        session.gpu_start.wait(read_end);
        solve_input<P>(input, plan, clock, answer);
        add_plan(plan, session, clock, answer);
      }
      if (options.work) add_work<P>(shape, answer);
    };
    answer_part();
    if constexpr (StreamProblem<P>) {
      while (P::read_on(reader, input)) answer_part();
      reader.expect_end();
    }
  });
}

/// The text of --list; with --size, it includes each solver's time.
template <Problem P>
std::string list_text(const Session& session) {
  const ProgramOptions& options = session.options;
  if (options.size.empty()) return solver_list(describe_solvers<P>(), P::id, P::size_unit, options.json);
  if constexpr (CostedProblem<P>) {
    const typename P::Shape shape = P::shape_of_size(parse_size(options.size, P::dimensions));
    const std::vector<Plan> plans =
        make_plans<P>(session.costs, "", shape, P::text(shape), session.means(), options.text);
    const Plan* const chosen = first_that_can_run<P>(plans, P::size(shape));
    std::vector<ListedPlan> listed;
    for (const Plan& plan : plans) {
      const auto& variant = *kernels::find_variant(P::variants(), plan.solver);
      listed.push_back({plan, &plan == chosen, variant.supported().available});
    }
    return plan_list(listed, session.costs.source(), options.json);
  } else {
    throw WrongSize("--size: the times of this program's solvers are not predicted");
  }
}

/// Runs the whole program. Returns its exit code, see ExitCode.
template <Problem P>
int problem_main(int argc, char** argv) {
  hold_closed_streams();
  refuse_shortened_input(P::id);
  std::vector<std::string_view> names;
  for (const auto& variant : P::variants()) names.push_back(variant.name);
  const ParsedOptions parsed = parse_program_options(argc, argv, P::id, P::summary, names);
  if (parsed.exit_code) return *parsed.exit_code;
  if (parsed.text) return report(answered(P::id, [&](Answer&) { print_out(*parsed.text); }));
  const ProgramOptions& options = parsed.options;
  kernels::gpu_start_with_one_queue();
  GpuStart gpu_start(kernels::is_gpu_variant(options.solver) && !options.no_solve && !options.list);
  const Session session{options, this_machines_costs(P::id), base::given_core_count(), gpu_start};
  if (options.list) return report(answered(P::id, [&](Answer&) { print_out(list_text<P>(session)); }));
  kernels::set_gpu_memory_budget(options.device_memory_bytes);
  const auto answer = [&](int descriptor) { return answer_input<P>(descriptor, session); };
  return options.batch ? answer_batch(P::id, *options.batch, answer) : report(answer(0));
}

}  // namespace problems
