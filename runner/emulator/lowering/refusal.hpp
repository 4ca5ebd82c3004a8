#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runner/emulator/lowering/edits.hpp"

namespace cuda_emulator::lowering {

/// Makes the compiler say at this place of the source that, and why, it cannot be compiled. It does not where
/// the preprocessor takes the place away.
inline Edit refusal(std::size_t offset, std::string_view why) {
  return {{offset, offset}, "_Pragma(\"GCC error \\\"" + std::string(why) + "\\\"\") ", {}, {}, true};
}

}  // namespace cuda_emulator::lowering
