#pragma once

#include <string_view>

namespace cuda_emulator::lowering {

/// Whether a header may declare a function of this name: a call may then mean that one.
bool may_be_of_library(std::string_view name);

}  // namespace cuda_emulator::lowering
