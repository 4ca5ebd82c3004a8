#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_emulator::lowering {

/// What is wrong in the source for any CUDA compiler, at an offset that the preprocessor surely keeps.
struct Error {
  std::size_t offset = 0;
  std::string message;
};

/// Directives that make a compiler report the errors in order,
/// each once, at the line and column of the file `name`.
std::string directives(std::string_view source, std::string_view name, std::vector<Error> errors);

}  // namespace cuda_emulator::lowering
