/// Divides integers as a device does, for which no divisor is an error. The host processor stops the program
/// at a division by 0, and when the quotient overflows: the least number divided by -1.
#pragma once

#include <set>
#include <string>

namespace cuda_front_end {

class IntegerDivision {
 public:
  /// Returns `line`, if it divides by something that is not a constant, as a call of the device's division;
  /// otherwise unchanged.
  std::string without_traps(std::string line);

  /// Definitions of the functions that such lines call.
  std::string functions() const;

 private:
  std::set<std::string> used_;  ///< `sdiv i32`
};

}  // namespace cuda_front_end
