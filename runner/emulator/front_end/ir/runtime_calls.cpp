#include "runner/emulator/front_end/ir/runtime_calls.hpp"

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {

RuntimeCalls::RuntimeCalls(const std::vector<std::string>& module_lines) {
  for (const std::string& line : module_lines) {
    if (!line.starts_with("define")) continue;
    const std::size_t at = line.find('@');
    defined_.insert(line.substr(at, name_end(line, at) - at));
  }
}

bool RuntimeCalls::is_of_runtime(const std::string& name) const {
  return !name.starts_with("@llvm.") && !defined_.contains(name);
}

std::string RuntimeCalls::marked(std::string line) const {
  const bool declares = line.starts_with("declare ");
  std::size_t call = line.npos;
  if (!declares) {
    call = line.starts_with("  call ") ? 2 : line.find(" = call ");
    if (call == line.npos) return line;
    if (call != 2) call += 3;
  }
  const std::size_t at = line.find('@');
  if (at == line.npos || !is_of_runtime(line.substr(at, name_end(line, at) - at))) return line;
  if (declares) {
    constexpr std::string_view before_attributes = "unnamed_addr";  // local_unnamed_addr, too
    const std::size_t close = line.rfind(')'), word = line.find(before_attributes, close);
    line.insert(word == line.npos ? close + 1 : word + before_attributes.size(), " nomerge");
  } else {
    line.insert(call, "notail ");
  }
  return line;
}

}  // namespace cuda_front_end
