#pragma once

#include <cfenv>

namespace cuda_emulator {

/// A value that the compiler cannot compute with before the rounding is set, nor after it is set back.
template <class T>
T opaque(T value) {
  const volatile T unknown = value;
  return unknown;
}

/// A direction of rounding, FE_UPWARD or another.
class Rounding {
 public:
  explicit Rounding(int mode) : mode_(mode) {}

  /// What `compute` gives while floats are rounded so.
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
