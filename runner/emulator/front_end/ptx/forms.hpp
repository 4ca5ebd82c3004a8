/// The forms of PTX's instructions: which modifiers, types and operands belong together for compute capability 9.0.
#pragma once

#include <functional>
#include <optional>

#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

/// What an operand is to the statement that it stands in: `$3` as the register or number behind it, and registers'
/// types.
struct OperandsInScope {
  std::function<const Operand&(const Operand&)> known;
  std::function<Type(const Operand&)> type;  ///< of a register
};

/// Throws Invalid if NVIDIA's assembler has no instruction of this name, or knows no such modifier.
void check_words(const Instruction& instruction);

/// Throws Invalid if the instruction has none of the forms that there are, and Unsupported for those that only a GPU has.
void check_form(const Instruction& instruction, const OperandsInScope& scope);

}  // namespace cuda_front_end::ptx
