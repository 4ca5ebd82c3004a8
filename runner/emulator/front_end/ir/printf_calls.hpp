/// Numbers the calls of printf, which clang turns into calls of vprintf.
///
/// A warp prints in step: lanes that are behind in the source catch up first. The compiler moves and
/// duplicates code, so each call carries its own number.
#pragma once

#include <string>

namespace cuda_front_end {

class PrintfCalls {
 public:
  /// Returns `line`, if it calls or declares vprintf, as a call or declaration of the runtime's function,
  /// which takes the number of the call; otherwise unchanged.
  std::string numbered(std::string line);

 private:
  int count_ = 0;
};

}  // namespace cuda_front_end
