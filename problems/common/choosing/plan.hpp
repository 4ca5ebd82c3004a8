#pragma once

// How an input is to be answered: by which solver, on how many cores, and where numbers are parsed. Each way is a plan,
// and what it takes is predicted from the costs of this machine.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/choosing/costs.hpp"
#include "problems/common/choosing/program_options.hpp"

namespace problems {

/// The size of a problem's text: bytes to be read, and items (numbers, boards) to be printed.
struct TextSize {
  double read_bytes = 0;
  double printed_items = 0;
};

/// One step of a plan.
struct Step {
  std::string_view name;
  unsigned cores;
  Counts counts;
  std::optional<double> seconds;  ///< none if its cost is not known
};

struct Plan {
  std::string_view solver;
  bool is_gpu_text = false;  ///< the GPU parses and prints
  std::vector<Step> steps;
  std::optional<double> seconds;  ///< of all steps; none if not known

  unsigned cores_of(std::string_view step) const;
};

/// The conditions of a plan: the cores that may, or must, be used, and whether CUDA has already been started.
struct Means {
  unsigned cores = 1;
  bool exactly = false;
  bool gpu_is_started = false;
};

/// The step on the number of cores that makes it shortest, or on fewer if that makes no difference;
/// `counts(cores)` says what is done. If its cost is not known, it uses all cores.
template <class CountsBy>
Step best_step(const Costs& costs, std::string_view name, const Means& means, const CountsBy& counts) {
  std::optional<Step> best;
  for (unsigned cores = means.exactly ? means.cores : 1;; cores = std::min(2 * cores, means.cores)) {
    Step step{name, cores, counts(cores), {}};
    step.seconds = costs.seconds(name, step.counts);
    if (!best || !step.seconds || step.seconds < best->seconds) best = std::move(step);
    if (cores == means.cores) return *std::move(best);
  }
}

/// Costs are known from inputs up to about this many bytes.
inline constexpr std::size_t most_measured_bytes = std::size_t{1} << 30;

/// The step that reads so many bytes of text.
Step reading_step(const Costs& costs, double bytes, const Means& means);

/// The number of bytes from which several cores read a text faster than one.
std::size_t least_shared_bytes(const Costs& costs, const Means& means);

/// Adds up the steps; reading overlaps with CUDA's start.
void add_up(Plan& plan);

/// Adds the steps of another plan, for the next part of a stream.
void append(Plan& plan, const Plan& next);

/// The predicted time of `parts` such inputs in one process: what starts and ends it is needed once.
std::optional<double> seconds_for(const Plan& plan, double parts);

/// Sorts the plans by predicted time for `parts` such inputs; plans whose time is not known come last, in their original
/// order.
void sort_by_time(std::vector<Plan>& plans, double parts = 1);

/// {"solver", "text": "host" or "gpu", "costs", "seconds", "steps": [{"step", "cores", "counts", "seconds"}]}; null for
/// what is not known.
nlohmann::ordered_json as_json(const Plan& plan, std::string_view costs_source);

/// A problem that declares its solvers' work; for any other, `auto` takes the first solver that can run.
template <class P>
concept CostedProblem = requires(const typename P::Shape& shape, std::span<const std::uint64_t> size) {
  { P::dimensions } -> std::convertible_to<std::string_view>;            // of --size: "MxKxN"
  { P::shape_of_size(size) } -> std::same_as<typename P::Shape>;         // as many as there are dimensions
  { P::text(shape) } -> std::same_as<TextSize>;                          // typical for it
  { P::counts(std::string_view(), shape, 1U) } -> std::same_as<Counts>;  // of a solver on so many cores
  { P::work(shape) };
};

/// Its input is a head and then numbers in a row, which several cores or a GPU can read.
template <class P>
inline constexpr bool takes_numbers = requires { typename P::Head; };

/// Several cores can read its text.
template <class P>
inline constexpr bool is_read_by_parts = [] {
  if constexpr (requires { P::is_read_by_parts; }) {
    return P::is_read_by_parts;
  } else {
    return takes_numbers<P>;
  }
}();

/// A plan for this solver.
template <CostedProblem P>
Plan make_plan(const Costs& costs, const typename P::Variant& variant, const typename P::Shape& shape,
               const TextSize& text, const Means& means, bool is_gpu_text) {
  const bool is_gpu = kernels::is_gpu_variant(variant.name);
  const Means one{.cores = 1};
  const double copied = is_gpu && !is_gpu_text ? static_cast<double>(P::work(shape).least_bytes) : 0;
  Plan plan{variant.name, is_gpu_text, {}, {}};
  const auto add = [&](Step step) { plan.steps.push_back(std::move(step)); };
  const auto counted = [](Counts counts) { return [counts](unsigned) { return counts; }; };
  const Counts run = {{"run", 1}};
  const bool starts_gpu = is_gpu && !means.gpu_is_started;
  add(best_step(costs, starts_gpu ? steps::gpu_process : steps::process, one,
                counted({{"run", 1}, {"byte", text.read_bytes}})));
  if (starts_gpu) add(best_step(costs, steps::start, one, counted(run)));
  if (is_gpu_text) {
    add(best_step(costs, steps::gpu_read, one, counted({{"run", 1}, {"byte", text.read_bytes}})));
  } else {
    add(reading_step(costs, text.read_bytes, is_read_by_parts<P> ? means : one));
  }
  add(best_step(costs, variant.name, variant.uses_all_cores ? means : one, [&](unsigned cores) {
    Counts counts = P::counts(variant.name, shape, cores);
    if (is_gpu) counts.push_back({"copied_byte", copied});
    return counts;
  }));
  if (is_gpu_text) {
    add(best_step(costs, steps::gpu_print, one, counted({{"run", 1}, {"item", text.printed_items}})));
  } else {
    const bool is_list = text.printed_items > 1;  // not a single number
    add(best_step(costs, steps::print, is_list ? means : one, [&](unsigned cores) {
      return shared_counts("item", "item_in_turn", text.printed_items, cores);
    }));
  }
  add_up(plan);
  return plan;
}

/// Whether a solver can be considered for an input, by its size and the GPU's memory.
template <CostedProblem P>
bool fits(const Costs& costs, const typename P::Variant& variant, const typename P::Shape& shape) {
  if (P::size(shape) > variant.largest_size) return false;
  return variant.run_on_device == nullptr ||
         static_cast<double>(P::work(shape).least_bytes) <= costs.gpu_memory_bytes();
}

/// All plans for such an input, for one solver or for any, the shortest first. `place` says where its numbers
/// may be parsed; with `gpu`, a solver that takes numbers from the GPU's memory does not have them parsed on
/// the host.
template <CostedProblem P>
std::vector<Plan> make_plans(const Costs& costs, std::string_view solver, const typename P::Shape& shape,
                             const TextSize& text, const Means& means, TextPlace place) {
  std::vector<Plan> plans;
  for (const auto& variant : P::variants()) {
    if (solver.empty() ? !fits<P>(costs, variant, shape) : variant.name != solver) continue;
    const bool can_parse = takes_numbers<P> && variant.run_on_device != nullptr && place != TextPlace::host;
    if (!can_parse || place != TextPlace::gpu)
      plans.push_back(make_plan<P>(costs, variant, shape, text, means, false));
    if (can_parse) plans.push_back(make_plan<P>(costs, variant, shape, text, means, true));
  }
  sort_by_time(plans);
  return plans;
}

}  // namespace problems
