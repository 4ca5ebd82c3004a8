#pragma once

// What a problem program says of its problem, and the choice of a solver.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/common/variant.hpp"
#include "kernels/text/gpu_text.hpp"
#include "problems/common/choosing/plan.hpp"
#include "problems/common/choosing/program_options.hpp"
#include "problems/common/choosing/solver_list.hpp"
#include "problems/common/frame/answer.hpp"
#include "problems/common/frame/phases.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/reader.hpp"

namespace problems {

/// What a main.cpp provides: a struct of static members, see problems/vector-add/main.cpp for the model. The input is
/// read by `Input read(Reader&)`, or as a GpuTextProblem says.
template <class P>
concept Problem = requires(Writer& writer, const typename P::Input& input, const typename P::Output& output,
                           const typename P::Variant& variant) {
  { P::id } -> std::convertible_to<std::string_view>;
  { P::summary } -> std::convertible_to<std::string_view>;
  { P::size_unit } -> std::convertible_to<std::string_view>;
  { P::variants() } -> std::same_as<std::span<const typename P::Variant>>;
  { P::solve(variant, input) } -> std::same_as<typename P::Output>;
  P::print(input, output, writer);
};

/// A problem whose input is a list of independent items, maybe without end: read() gives the first part of it,
/// read_on() the next one, or false. Each is answered before the next is waited for, in bounded memory.
template <class P>
concept StreamProblem = Problem<P> && requires(Reader& reader, typename P::Input& input, std::uint64_t size) {
  { P::read_on(reader, input) } -> std::same_as<bool>;
  { P::size_of_both(size, size) } -> std::same_as<std::uint64_t>;
};

/// A problem whose input is a head and then numbers of one kind, which a GPU can read by itself.
template <class P>
concept GpuTextProblem =
    Problem<P> && requires(Reader& reader, const typename P::Head& head, const typename P::Variant& variant,
                           std::span<typename decltype(P::tokens)::Number> numbers, kernels::GpuText& gpu) {
      { P::read_head(reader) } -> std::same_as<typename P::Head>;
      { P::read_numbers(reader, head) } -> std::same_as<typename P::Input>;
      { P::count_numbers(head) } -> std::same_as<std::size_t>;  // 0: not for the GPU, such as an empty matrix
      P::solve_on_device(variant, head, numbers, gpu);          // rows of numbers there, or the output
    };

/// The facts about an input that are known before it is solved, which determine its size, its work and the
/// solvers' times.
template <Problem P>
decltype(auto) shape_of(const typename P::Input& input) {
  if constexpr (requires { P::shape(input); }) {
    return P::shape(input);
  } else {
    return (input);
  }
}

/// The reason why a variant cannot run here on an input of this size; empty if it can.
template <Problem P>
std::string obstacle(const typename P::Variant& variant, std::uint64_t size) {
  const kernels::Support support = variant.supported();
  if (!support.available) return support.reason;
  return size > variant.largest_size ? beyond_largest_size(P::size_unit, variant.largest_size, size) : "";
}

/// Throws CannotRun, with the reason, unless the variant of this name can run here on an input of this size.
template <Problem P>
void require_runnable(std::string_view name, std::uint64_t size) {
  const std::string reason = obstacle<P>(*kernels::find_variant(P::variants(), name), size);
  if (!reason.empty()) throw CannotRun{reason};
}

/// The first variant of the table that can run.
template <Problem P>
const typename P::Variant& first_variant(std::uint64_t size) {
  for (const auto& variant : P::variants()) {
    if (obstacle<P>(variant, size).empty()) return variant;
  }
  throw CannotRun{"no solver of this program can run this input here"};
}

/// The first of these plans that can be executed here, which is the shortest. A GPU is queried only if it
/// would win.
template <Problem P>
const Plan* first_that_can_run(std::span<const Plan> plans, std::uint64_t size) {
  for (const Plan& plan : plans) {
    if (kernels::is_gpu_variant(plan.solver) && !kernels::fast_gpu_supported()) continue;
    if (obstacle<P>(*kernels::find_variant(P::variants(), plan.solver), size).empty()) return &plan;
  }
  return nullptr;
}

}  // namespace problems
