#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/lowering/lower.hpp"

namespace cuda_emulator::lowering {

/// The errors that the lowering itself reports, each as
/// `line:column: message`, with the quotes of its directive.
inline std::vector<std::string> told_errors(std::string_view source) {
  const std::string lowered = lower(source, "user.cu");
  constexpr std::string_view line_directive = "#line ", directive = "\n#pragma GCC error \\\n";
  std::vector<std::string> told;
  for (std::size_t at = 0; (at = lowered.find(directive, at)) != std::string::npos;) {
    const std::size_t number = lowered.rfind(line_directive, at) + line_directive.size();
    const std::size_t text = at + directive.size(), quote = lowered.find('"', text);
    const std::size_t end = lowered.find('\n', quote);
    told.push_back(std::to_string(std::stoi(lowered.substr(number)) + 1) + ":" +
                   std::to_string(quote - text + 1) + ": " + lowered.substr(quote + 1, end - quote - 2));
    at = end;
  }
  return told;
}

}  // namespace cuda_emulator::lowering
