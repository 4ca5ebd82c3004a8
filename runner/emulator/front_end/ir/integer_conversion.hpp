/// Numbers converted to integers as on a device: what is too large becomes the largest one. This processor has one result
/// for all of that, and another for types that are narrower.
#pragma once

#include <set>
#include <string>

namespace cuda_front_end {

class IntegerConversion {
 public:
  /// `line` of the module's code, if it converts to an integer, as a call of such a conversion.
  std::string saturated(std::string line);

  /// What such lines call.
  std::string functions() const;

 private:
  std::set<std::string> used_;  ///< `fptosi.float.i32`
};

}  // namespace cuda_front_end
