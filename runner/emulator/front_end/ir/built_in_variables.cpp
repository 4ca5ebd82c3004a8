#include "runner/emulator/front_end/ir/built_in_variables.hpp"

#include <cctype>

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {

bool is_built_in_variable(std::string_view name) {
  return name == "@threadIdx" || name == "@blockIdx" || name == "@blockDim" || name == "@gridDim";
}

std::string faster_load(std::string line) {
  const std::size_t load = line.find(" = load i32, "), at = line.find('@');
  if (load == line.npos || at == line.npos) return line;
  const std::string name = line.substr(at, name_end(line, at) - at);
  if (!is_built_in_variable(name)) return line;
  char member = '0';
  if (const std::size_t element = line.find("getelementptr"); element != line.npos) {
    const std::size_t end = closing_bracket(line, line.find('(', element));
    member = line[end - 1];
    if (member < '0' || member > '2') return line;
  }
  const std::size_t debug = line.find(", !dbg");
  return line.substr(0, load) + " = call i32 asm \"movl %fs:" + name.substr(1) + "@tpoff+" +
         std::to_string(4 * (member - '0')) + ", $0\", \"=r\"()" +
         (debug == line.npos ? "" : line.substr(debug, line.find(',', debug + 2) - debug));
}

}  // namespace cuda_front_end
