#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace problems {

/// The minimum work of any solver for an input, from which shares of the hardware's ceiling are computed.
struct Work {
  std::uint64_t flop = 0;         ///< floating-point operations of the plain algorithm
  std::uint64_t least_bytes = 0;  ///< bytes of input read once and of output written once, in memory format
  std::string_view precision = "float32";  ///< of these operations: "float32" or "float64"
  bool only_reads = false;                 ///< the output is negligible: the bytes are those of the input
};

/// Splits the run into consecutive phases by the monotonic clock.
class PhaseClock {
 public:
  struct Phase {
    std::string_view name;
    std::uint64_t duration_ns;
  };

  /// Ends the phase that began when the previous one ended (the first began with the clock itself). A phase
  /// of an existing name is added to that one.
  void end_phase(std::string_view name) {
    const auto now = std::chrono::steady_clock::now();
    const auto duration_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds(now - start_).count());
    start_ = now;
    for (Phase& phase : phases_) {
      if (phase.name == name) {
        phase.duration_ns += duration_ns;
        return;
      }
    }
    phases_.push_back({name, duration_ns});
  }

  const std::vector<Phase>& phases() const { return phases_; }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<Phase> phases_;
};

}  // namespace problems
