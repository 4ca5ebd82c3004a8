#include "runner/emulator/front_end/ptx/instruction.hpp"

#include <algorithm>

namespace cuda_front_end::ptx {

bool Translation::has(std::string_view word) const {
  const auto& words = instruction_.words;
  return std::find(words.begin() + 1, words.end(), word) != words.end();
}

std::string_view Translation::one_of(std::initializer_list<std::string_view> words) const {
  for (const std::string_view word : words) {
    if (has(word)) return word;
  }
  return {};
}

Type Translation::type(std::size_t number) const {
  if (number >= types_.size()) refuse();
  return types_[number];
}

const Operand& Translation::operand(std::size_t number) const {
  if (number >= instruction_.operands.size()) {
    throw Unsupported("the PTX instruction '" + instruction_.opcode() + "' lacks an operand");
  }
  return instruction_.operands[number];
}

void Translation::refuse() const {
  throw Unsupported("the PTX instruction '" + instruction_.opcode() + "' is not available");
}

}  // namespace cuda_front_end::ptx
