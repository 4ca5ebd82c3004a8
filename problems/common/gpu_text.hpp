#pragma once

// From text to text on the GPU: it reads the numbers, has them in its memory for the solver, and prints what comes out.

#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/cores.hpp"
#include "kernels/common/gpu.hpp"
#include "kernels/text/gpu_text.hpp"
#include "problems/common/answer.hpp"
#include "problems/common/gpu_start.hpp"
#include "problems/common/phases.hpp"
#include "problems/common/problem.hpp"
#include "problems/common/spelled_number.hpp"
#include "problems/common/writer.hpp"

namespace problems {

/// Smaller files are read by the host while the GPU starts.
inline constexpr std::size_t least_gpu_text_bytes = std::size_t{16} << 20;

inline auto spelling_of(kernels::IntegerTokens kind) {
  return [kind](std::string_view token) { return spelled_integer(token, kind.min, kind.max); };
}

inline auto spelling_of(kernels::DecimalTokens) {
  return [](std::string_view token) {
    const std::optional<float> value = spelled_decimal<float>(token);
    return value && std::isfinite(*value) ? value : std::nullopt;
  };
}

/// The solver that is asked for, if it works on what is in the GPU's memory and is meant for that size; else null.
template <GpuTextProblem P>
const typename P::Variant* device_variant(std::string_view name, const typename P::Head& head) {
  const auto* variant = kernels::find_variant(P::variants(), name == auto_solver ? P::choose(head) : name);
  const bool on_device = variant != nullptr && variant->run_on_device != nullptr;
  return on_device && P::size(head) <= variant->largest_size ? variant : nullptr;
}

/// Solves an input whose head has been read, and prints to stdout; reports in `answer` what it did. False if the input is
/// to be read on the host: it is small or no file, or not as it should be, or the GPU has too little memory for its text.
template <GpuTextProblem P>
bool solve_on_gpu(const Reader& reader, const typename P::Head& head, const ProgramOptions& options,
                  GpuStart& gpu_start, PhaseClock& clock, Answer& answer,
                  std::size_t least_bytes = least_gpu_text_bytes) {
  using Number = typename decltype(P::tokens)::Number;
  const std::string_view text = reader.mapped_rest();
  if (options.no_solve || text.size() < least_bytes || P::count_numbers(head) == 0) return false;
  const auto* variant = device_variant<P>(options.solver, head);
  if (variant == nullptr) return false;
  gpu_start.begin();
  clock.end_phase("read");
  try {
    const auto begin = std::chrono::steady_clock::now();
    gpu_start.wait(begin);
    if (!variant->supported().available) return false;
    const std::unique_ptr<kernels::GpuText> gpu =
        kernels::make_gpu_text(text.size(), base::usable_core_count());
    const std::span<Number> numbers = gpu->room<Number>(P::count_numbers(head));
    clock.end_phase("solve");
    const bool has_read = gpu->read(text, P::tokens, numbers, spelling_of(P::tokens));
    clock.end_phase("read");
    if (!has_read) return false;
    answer.solver = variant->name;
    const auto solve_begin = std::chrono::steady_clock::now();
    const auto output = P::solve_on_device(*variant, head, numbers, *gpu);
    gpu->wait();
    kernels::gpu_phases().kernels_ns +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - solve_begin).count();
    clock.end_phase("solve");
    Writer writer(1, &answer.stdout_bytes);
    if constexpr (requires { gpu->print(output, nullptr); }) {
      gpu->print(output, [&](std::string_view part) { writer.text(part); });
    } else {
      P::print(head, output, writer);
    }
    writer.flush();
    clock.end_phase("print");
  } catch (const kernels::GpuCannotRun&) {
    if (answer.stdout_bytes > 0) throw;
    return false;
  }
  if (options.phases) answer.phases = {variant->name, clock.phases(), kernels::gpu_phases()};
  return true;
}

}  // namespace problems
