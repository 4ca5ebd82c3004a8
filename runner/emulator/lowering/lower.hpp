#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator::lowering {

/// Turns CUDA C++ into C++ that a host compiler compiles with the headers of
/// the emulated device. Lines keep their numbers in the file `name`, for the
/// compiler's messages; a source without CUDA is unchanged behind its `#line`.
///
/// Takes any bytes: what is wrong in the source stays wrong, and what cannot run on the emulated device
/// becomes an error that the compiler reports where the preprocessor leaves it standing.
std::string lower(std::string_view source, std::string_view name);

}  // namespace cuda_emulator::lowering
