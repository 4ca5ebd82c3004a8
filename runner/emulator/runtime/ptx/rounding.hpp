#pragma once

#include <cfenv>

namespace cuda_emulator {

/// Hides a value from the compiler, which then cannot compute with it before the rounding mode is set or
/// after it is restored.
template <class T>
T opaque(T value) {
  const volatile T unknown = value;
  return unknown;
}

/// A rounding mode, FE_UPWARD or another.
class Rounding {
 public:
  explicit Rounding(int mode) : mode_(mode) {}

  /// Returns the result of `compute` under this rounding mode.
  template <class Compute>
  auto of(Compute compute) const {
    const int before = std::fegetround();
    std::fesetround(mode_);
    const auto result = opaque(compute());
    std::fesetround(before);
    return result;
  }

 private:
  int mode_;
};

}  // namespace cuda_emulator
