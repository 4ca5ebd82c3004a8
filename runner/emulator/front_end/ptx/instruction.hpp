/// Defines what the families of instructions share: one instruction, and the function that it is translated
/// into.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "runner/emulator/front_end/ptx/function.hpp"
#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

class Translation {
 public:
  Translation(const Instruction& instruction, Function& function) : instruction_(instruction), out(function) {
    for (const std::string& word : instruction.words) {
      if (const auto type = type_named(word)) types_.push_back(*type);
    }
  }

  const std::string& name() const { return instruction_.words[0]; }
  bool has(std::string_view word) const;
  /// The first of `words` that the instruction has; empty if none.
  std::string_view one_of(std::initializer_list<std::string_view> words) const;

  /// The types in its name, in order.
  std::size_t type_count() const { return types_.size(); }
  Type type(std::size_t number = 0) const;

  std::size_t operand_count() const { return instruction_.operands.size(); }
  const Operand& operand(std::size_t number) const;
  std::string value(std::size_t number, Type type) { return out.value(operand(number), type); }
  void assign(Type type, const std::string& value) { out.assign(operand(0), type, value); }
  const Instruction& instruction() const { return instruction_; }

  /// "the PTX instruction 'x.y' is not available"
  [[noreturn]] void refuse() const;

 private:
  const Instruction& instruction_;
  std::vector<Type> types_;

 public:
  Function& out;
};

// The families: each translates the instruction if it belongs to the family, and returns whether it did.
bool translate_integer_arithmetic(Translation& t);
bool translate_carries(Translation& t);
bool translate_bits(Translation& t);
bool translate_real_arithmetic(Translation& t);
bool translate_comparison(Translation& t);
bool translate_conversion(Translation& t);
bool translate_move(Translation& t);
bool translate_memory(Translation& t);
bool translate_atomic(Translation& t);
bool translate_copy(Translation& t);
bool translate_memory_barrier(Translation& t);
bool translate_warp(Translation& t);
bool translate_matrix(Translation& t);
bool translate_control(Translation& t);

}  // namespace cuda_front_end::ptx
