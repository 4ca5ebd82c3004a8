/// Converts floats to integers as a device does: a value that is too large becomes the largest integer. The
/// host processor has one result for all such values, and a different one for narrower types.
#pragma once

#include <set>
#include <string>

namespace cuda_front_end {

class IntegerConversion {
 public:
  /// Returns `line`, if it converts to an integer, as a call of the device's conversion; otherwise unchanged.
  std::string saturated(std::string line);

  /// Definitions of the functions that such lines call.
  std::string functions() const;

 private:
  std::set<std::string> used_;  ///< `fptosi.float.i32`
};

}  // namespace cuda_front_end
