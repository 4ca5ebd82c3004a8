#include "runner/emulator/front_end/ir/references.hpp"

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {

References::References(const std::vector<std::string>& module_lines) {
  std::string function;
  for (const std::string_view line : module_lines) {
    if (line.starts_with("define")) {
      const std::size_t at = line.find('@');
      function = line.substr(at, name_end(line, at) - at);
    }
    if (line.starts_with("@")) add(std::string(line.substr(0, name_end(line, 0))), line);
    if (!function.empty()) add(function, line);
    if (line == "}") function.clear();
  }
}

void References::add(const std::string& owner, std::string_view line) {
  std::set<std::string>* named = nullptr;
  for (std::size_t at = line.find('@'); at != line.npos; at = line.find('@', at + 1)) {
    const std::string name(line.substr(at, name_end(line, at) - at));
    if (name == owner || name.starts_with("@llvm.")) continue;
    if (!named) named = &names_[owner];
    named->insert(name);
  }
}

std::set<std::string> References::reachable(const std::string& from) const {
  std::set<std::string> reached;
  std::vector<std::string> left = {from};
  while (!left.empty()) {
    const auto found = names_.find(left.back());
    left.pop_back();
    if (found == names_.end()) continue;
    for (const std::string& name : found->second) {
      if (reached.insert(name).second) left.push_back(name);
    }
  }
  return reached;
}

}  // namespace cuda_front_end
