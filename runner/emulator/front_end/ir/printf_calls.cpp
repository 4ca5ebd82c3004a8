#include "runner/emulator/front_end/ir/printf_calls.hpp"

#include <string_view>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {

std::string PrintfCalls::numbered(std::string line) {
  constexpr std::string_view name = "@vprintf(", name_here = "@cuda_emulator_vprintf(";
  const std::size_t at = line.find(name);
  if (at == line.npos) return line;
  const std::size_t close = closing_bracket(line, at + name.size() - 1);
  line.insert(close, line.starts_with("declare ") ? ", i32" : ", i32 " + std::to_string(++count_));
  return line.replace(at, name.size(), name_here);
}

}  // namespace cuda_front_end
