#pragma once

#include <string>
#include <string_view>

#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// The name of the type that a variable in shared memory gets.
inline std::string shared_type(std::string_view name) {
  return std::string("cuda_emulator_type_of_").append(name);
}

/// Whether a declaration at this token stands outside of all functions and classes.
bool outside_of_functions(const Sequence& sequence, std::size_t i);

}  // namespace cuda_emulator::lowering
