/// Calls of printf, which clang makes calls of vprintf.
///
/// A warp prints in step, and lanes that are behind in the source catch up first. The compiler moves and copies code, so
/// each call says itself which one it is.
#pragma once

#include <string>

namespace cuda_front_end {

class PrintfCalls {
 public:
  /// `line` of the module's code, if it calls or declares vprintf, as that of the runtime, which is given the number of
  /// the call.
  std::string numbered(std::string line);

 private:
  int count_ = 0;
};

}  // namespace cuda_front_end
