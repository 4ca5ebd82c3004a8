#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace problems {

/// The least that any solver must do for an input: what a share of the hardware's ceiling is counted from.
struct Work {
  std::uint64_t flop = 0;         ///< floating-point operations of the plain algorithm
  std::uint64_t least_bytes = 0;  ///< bytes of input read once and of output written once, in memory format
  std::string_view precision = "float32";  ///< of these operations: "float32" or "float64"
  bool only_reads = false;  ///< the output is next to nothing: the bytes are those of the input
};

/// Splits the run into consecutive phases by the monotonic clock.
class PhaseClock {
 public:
  struct Phase {
    std::string_view name;
    std::uint64_t duration_ns;
  };

  /// Closes the phase that began with the end of the previous one (the first: with the clock itself).
  void end_phase(std::string_view name) {
    const auto now = std::chrono::steady_clock::now();
    phases_.push_back({name, static_cast<std::uint64_t>(std::chrono::nanoseconds(now - start_).count())});
    start_ = now;
  }

  const std::vector<Phase>& phases() const { return phases_; }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<Phase> phases_;
};

/// One JSON line on stderr: {"phases": {"solver": NAME, "read_ns": ..., "solve_ns": ..., "print_ns": ...}};
/// for a GPU solver also "gpu": {"start_up_ns", "copy_in_ns", "kernels_ns", "copy_out_ns"}, the parts of
/// solving. The GPU's start that reading hid is in none of them.
void report_phases(std::string_view solver, const PhaseClock& clock);

/// One JSON line on stderr: {"work": {"solver": NAME, "size": ..., "size_unit": ..., "flop": ...,
/// "least_bytes": ..., "precision": ... (null without operations), "only_reads": ...}}; without "solver"
/// where nothing was solved.
void report_work(std::optional<std::string_view> solver, std::string_view size_unit, std::uint64_t size,
                 const Work& work);

}  // namespace problems
