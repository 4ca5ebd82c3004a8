#pragma once

// Processes text on the GPU: parses the numbers, keeps them in its memory for the solver, and prints the
// result.

#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/text/gpu_text.hpp"
#include "problems/common/frame/answer.hpp"
#include "problems/common/frame/phases.hpp"
#include "problems/common/frame/problem.hpp"
#include "problems/common/frame/session.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/spelled_number.hpp"

namespace problems {

inline auto spelling_of(kernels::IntegerTokens kind) {
  return [kind](std::string_view token) { return spelled_integer(token, kind.min, kind.max); };
}

inline auto spelling_of(kernels::DecimalTokens) {
  return [](std::string_view token) {
    const std::optional<float> value = spelled_decimal<float>(token);
    return value && std::isfinite(*value) ? value : std::nullopt;
  };
}

/// Solves an input whose head has been read, prints to stdout, and reports in `answer`. False if the host
/// must read the input instead: the solver does not use device memory, the text is not a file or not valid,
/// or the GPU has too little memory.
template <GpuTextProblem P>
bool solve_on_gpu(const Reader& reader, const typename P::Head& head, const typename P::Variant& variant,
                  const Session& session, PhaseClock& clock, Answer& answer) {
  using Number = typename decltype(P::tokens)::Number;
  const std::string_view text = reader.mapped_rest();
  if (text.empty() || P::count_numbers(head) == 0 || variant.run_on_device == nullptr) return false;
  session.gpu_start.begin();
  clock.end_phase("read");
  try {
    const auto begin = std::chrono::steady_clock::now();
    session.gpu_start.wait(begin);
    if (!variant.supported().available) return false;
    if (session.options.solver == auto_solver && !kernels::fast_gpu_supported()) return false;
    const std::unique_ptr<kernels::GpuText> gpu = kernels::make_gpu_text(text.size(), session.means().cores);
    const std::span<Number> numbers = gpu->room<Number>(P::count_numbers(head));
    clock.end_phase("solve");
    const kernels::SourceText source{
        text, [&](std::string_view piece, char* to) { reader.copy_mapped(piece, to); }};
    const bool has_read = gpu->read(source, P::tokens, numbers, spelling_of(P::tokens));
    clock.end_phase("read");
    if (!has_read) return false;
    answer.solver = variant.name;
    const auto solve_begin = std::chrono::steady_clock::now();
    const auto output = P::solve_on_device(variant, head, numbers, *gpu);
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
  return true;
}

}  // namespace problems
