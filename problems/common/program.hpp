#pragma once

// The frame of a problem program: options, exit codes and the phase clock are here; problems/<id>/main.cpp adds what
// differs. The untyped parts are in program_options.cpp, solver_list.cpp,
// answer.cpp and batch.cpp.

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cores.hpp"
#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/answer.hpp"
#include "problems/common/batch.hpp"
#include "problems/common/gpu_start.hpp"
#include "problems/common/gpu_text.hpp"
#include "problems/common/phases.hpp"
#include "problems/common/problem.hpp"
#include "problems/common/program_options.hpp"
#include "problems/common/reader.hpp"
#include "problems/common/solver_list.hpp"
#include "problems/common/standard_streams.hpp"
#include "problems/common/writer.hpp"

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

/// Solves one input and prints to stdout; reports in `answer` what it did.
template <Problem P>
void solve_input(const typename P::Input& input, const ProgramOptions& options, GpuStart& gpu_start,
                 PhaseClock& clock, Answer& answer) {
  const auto read_end = std::chrono::steady_clock::now();
  const auto& variant = select_variant<P>(options.solver, input);
  answer.solver = variant.name;
  gpu_start.wait(read_end);
  const typename P::Output output = P::solve(variant, input);
  clock.end_phase("solve");

  Writer writer(1, &answer.stdout_bytes);
  P::print(input, output, writer);
  writer.flush();
  clock.end_phase("print");
  if (options.phases) answer.phases = {variant.name, clock.phases(), kernels::gpu_phases()};
}

/// Adds what an input (or its head), or the next part of a stream, demands to what is reported.
template <Problem P>
void add_work(const auto& input, Answer& answer) {
  WorkReport report = {answer.solver, P::size_unit, P::size(input), P::work(input)};
  if constexpr (StreamProblem<P>) {
    if (answer.work) {
      report.size = P::size_of_both(report.size, answer.work->size);
      report.work.flop += answer.work->work.flop;
      report.work.least_bytes += answer.work->work.least_bytes;
    }
  }
  answer.work = report;
}

/// Reads one input and processes it as the options say. All resources are released at the end.
template <Problem P>
Answer answer_input(int descriptor, const ProgramOptions& options, GpuStart& gpu_start) {
  kernels::gpu_phases() = {};
  return answered(P::id, [&](Answer& answer) {
    PhaseClock clock;
    const unsigned cores = base::usable_core_count();
    const bool maps_files = cores > 1 || kernels::is_gpu_variant(options.solver);
    Reader reader(descriptor, Reader::default_buffer_bytes, {.cores = cores, .maps_files = maps_files});
    typename P::Input input;
    if constexpr (GpuTextProblem<P>) {
      const typename P::Head head = P::read_head(reader);
      if (solve_on_gpu<P>(reader, head, options, gpu_start, clock, answer)) {
        if (options.work) add_work<P>(head, answer);
        return;
      }
      input = P::read_numbers(reader, head);
    } else {
      input = P::read(reader);
    }
    if constexpr (!StreamProblem<P>) reader.expect_end();
    const auto answer_part = [&] {
      clock.end_phase("read");
      if (!options.no_solve) solve_input<P>(input, options, gpu_start, clock, answer);
      if (options.work) add_work<P>(input, answer);
    };
    answer_part();
    if constexpr (StreamProblem<P>) {
      while (P::read_on(reader, input)) answer_part();
      reader.expect_end();
    }
  });
}

/// The whole program. Returns its exit code, see ExitCode.
template <Problem P>
int problem_main(int argc, char** argv) {
  hold_closed_streams();
  std::vector<std::string_view> names;
  for (const auto& variant : P::variants()) names.push_back(variant.name);
  const ParsedOptions parsed = parse_program_options(argc, argv, P::id, P::summary, names);
  if (parsed.exit_code) return *parsed.exit_code;
  if (parsed.text) return report(answered(P::id, [&](Answer&) { print_out(*parsed.text); }));
  const ProgramOptions& options = parsed.options;
  if (options.list) {
    return report(answered(P::id, [&](Answer&) {
      print_out(solver_list(describe_solvers<P>(), P::id, P::size_unit, P::auto_rule, options.json));
    }));
  }
  kernels::set_gpu_memory_budget(options.device_memory_bytes);
  GpuStart gpu_start(kernels::is_gpu_variant(options.solver) && !options.no_solve);
  const auto answer = [&](int descriptor) { return answer_input<P>(descriptor, options, gpu_start); };
  return options.batch ? answer_batch(P::id, *options.batch, answer) : report(answer(0));
}

}  // namespace problems
