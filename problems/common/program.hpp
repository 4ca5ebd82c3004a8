#pragma once

// The frame of a problem program: options, exit codes, the phase clock and the choice of a solver are here;
// problems/<id>/main.cpp adds what differs. The untyped parts are in program_options.cpp, solver_list.cpp,
// answer.cpp and batch.cpp.

#include <chrono>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/answer.hpp"
#include "problems/common/batch.hpp"
#include "problems/common/gpu_start.hpp"
#include "problems/common/phases.hpp"
#include "problems/common/program_options.hpp"
#include "problems/common/reader.hpp"
#include "problems/common/solver_list.hpp"
#include "problems/common/standard_streams.hpp"
#include "problems/common/writer.hpp"

namespace problems {

/// What a main.cpp provides: a struct of static members, see problems/vector-add/main.cpp for the model.
template <class P>
concept Problem = requires(Reader& reader, Writer& writer, const typename P::Input& input,
                           const typename P::Output& output, const typename P::Variant& variant) {
  { P::id } -> std::convertible_to<std::string_view>;
  { P::summary } -> std::convertible_to<std::string_view>;
  { P::size_unit } -> std::convertible_to<std::string_view>;
  { P::auto_rule } -> std::convertible_to<std::string_view>;
  { P::variants() } -> std::same_as<std::span<const typename P::Variant>>;
  { P::read(reader) } -> std::same_as<typename P::Input>;
  { P::size(input) } -> std::convertible_to<std::uint64_t>;
  { P::choose(input) } -> std::convertible_to<std::string_view>;
  { P::solve(variant, input) } -> std::same_as<typename P::Output>;
  { P::work(input) } -> std::same_as<Work>;
  P::print(input, output, writer);
};

/// A problem whose input is a list of independent items, maybe without end: read() gives the first part of it,
/// read_on() the next one, or false. Each is answered before the next is waited for, in bounded memory.
template <class P>
concept StreamProblem = Problem<P> && requires(Reader& reader, typename P::Input& input, std::uint64_t size) {
  { P::read_on(reader, input) } -> std::same_as<bool>;
  { P::size_of_both(size, size) } -> std::same_as<std::uint64_t>;
};

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

/// The variant that `--solver name` means for this input. With "auto" it is the one that the problem expects
/// to be fastest, or else the first in the table that can run.
template <Problem P>
const typename P::Variant& select_variant(std::string_view name, const typename P::Input& input) {
  const std::uint64_t size = P::size(input);
  const auto obstacle = [&](const typename P::Variant& variant) -> std::string {
    const kernels::Support support = variant.supported();
    if (!support.available) return support.reason;
    return size > variant.largest_size ? beyond_largest_size(P::size_unit, variant.largest_size, size) : "";
  };
  const bool automatic = name == auto_solver;
  const auto* wanted = kernels::find_variant(P::variants(), automatic ? P::choose(input) : name);
  if (wanted != nullptr) {
    const std::string reason = obstacle(*wanted);
    if (reason.empty()) return *wanted;
    if (!automatic) throw CannotRun{reason};
  }
  for (const auto& variant : P::variants()) {
    if (obstacle(variant).empty()) return variant;
  }
  throw CannotRun{"no solver of this program can run this input here"};
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

/// Adds what an input, or the next part of a stream, demands to what is reported.
template <Problem P>
void add_work(const typename P::Input& input, Answer& answer) {
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
    Reader reader(descriptor);
    typename P::Input input = P::read(reader);
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
