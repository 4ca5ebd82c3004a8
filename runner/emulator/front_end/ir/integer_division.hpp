/// Division of integers as on a device, where no divisor is an error: this processor stops the program at a division by 0
/// and where the quotient is too large, that of the least number and -1.
#pragma once

#include <set>
#include <string>

namespace cuda_front_end {

class IntegerDivision {
 public:
  /// `line` of the module's code, if it divides by what is no constant, as a call of such a division.
  std::string without_traps(std::string line);

  /// What such lines call.
  std::string functions() const;

 private:
  std::set<std::string> used_;  ///< `sdiv i32`
};

}  // namespace cuda_front_end
