/// Defines the forms of PTX instructions: which modifiers, types and operands belong together for compute
/// capability 9.0.
#pragma once

#include <functional>
#include <optional>

#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

/// What an operand means to its statement: the register or number behind `$3`, and the types of registers.
struct OperandsInScope {
  std::function<const Operand&(const Operand&)> known;
  std::function<Type(const Operand&)> type;  ///< of a register
};

/// Throws Invalid if NVIDIA's assembler has no instruction of this name, or does not know a modifier.
void check_words(const Instruction& instruction);

/// Throws Invalid if the instruction matches no existing form, and Unsupported for forms that only a GPU has.
void check_form(const Instruction& instruction, const OperandsInScope& scope);

}  // namespace cuda_front_end::ptx
