#pragma once

// The frame of a problem program: options, exit codes, the phase clock and the choice of a solver are here;
// problems/<id>/main.cpp adds what differs. The untyped parts are in program_options.cpp and solver_list.cpp.

#include <chrono>
#include <concepts>
#include <cstdint>
#include <exception>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/phases.hpp"
#include "problems/common/program_options.hpp"
#include "problems/common/reader.hpp"
#include "problems/common/solver_list.hpp"
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

/// A solver that is known but cannot run, here or at this size.
struct CannotRun {
  std::string reason;
};

/// The rows of a problem's table as text, for --list. Asks for the GPU, which takes its time.
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

template <Problem P>
typename P::Input read_stdin() {
  Reader reader(0);
  typename P::Input input = P::read(reader);
  reader.expect_end();
  return input;
}

/// Reads stdin and reports its work.
template <Problem P>
void measure_stdin() {
  const typename P::Input input = read_stdin<P>();
  report_work(std::nullopt, P::size_unit, P::size(input), P::work(input));
}

/// Reads stdin, solves, prints to stdout, as the options say.
template <Problem P>
void solve_stdin(const ProgramOptions& options) {
  PhaseClock clock;
  // The GPU starts while the input is read.
  std::future<void> gpu_start;
  if (kernels::is_gpu_variant(options.solver)) {
    kernels::set_gpu_memory_budget(options.device_memory_bytes);
    gpu_start = std::async(std::launch::async, kernels::gpu_warm_up);
  }
  const typename P::Input input = read_stdin<P>();
  clock.end_phase("read");

  const auto read_end = std::chrono::steady_clock::now();
  const auto& variant = select_variant<P>(options.solver, input);
  if (gpu_start.valid()) {
    gpu_start.wait();
    kernels::gpu_phases().start_up_ns +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - read_end).count();
  }
  const typename P::Output output = P::solve(variant, input);
  clock.end_phase("solve");

  Writer writer(1);
  P::print(input, output, writer);
  writer.flush();
  clock.end_phase("print");

  if (options.phases) report_phases(variant.name, clock);
  if (options.work) report_work(variant.name, P::size_unit, P::size(input), P::work(input));
}

/// The whole program. Returns its exit code, see ExitCode.
template <Problem P>
int problem_main(int argc, char** argv) {
  const std::string id(P::id);
  try {
    std::vector<std::string_view> names;
    for (const auto& variant : P::variants()) names.push_back(variant.name);
    const ParsedOptions parsed = parse_program_options(argc, argv, P::id, P::summary, names);
    if (parsed.exit_code) return *parsed.exit_code;
    if (parsed.options.list) {
      list_solvers(describe_solvers<P>(), P::id, P::size_unit, P::auto_rule, parsed.options.json);
      return exit_done;
    }
    if (parsed.options.no_solve) {
      measure_stdin<P>();
    } else {
      solve_stdin<P>(parsed.options);
    }
    return exit_done;
  } catch (const CannotRun& obstacle) {
    return fail(id, "this solver cannot run: " + obstacle.reason, exit_cannot_run);
  } catch (const kernels::GpuCannotRun& obstacle) {
    return fail(id, std::string("this solver cannot run: ") + obstacle.what(), exit_cannot_run);
  } catch (const InputError& error) {
    return fail(id, error.what(), exit_bad_input);
  } catch (const std::bad_alloc&) {
    return fail(id, "not enough memory for this input", exit_failed);
  } catch (const std::exception& error) {
    return fail(id, error.what(), exit_failed);
  }
}

}  // namespace problems
