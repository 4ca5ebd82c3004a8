#pragma once

#include <string_view>

namespace cuda_emulator::lowering {

/// Whether a header, with its quotes or angle brackets, is of C,
/// C++, POSIX or CUDA; others may declare and define anything.
bool is_known_header(std::string_view header);

}  // namespace cuda_emulator::lowering
