#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

/// The name of a kernel, from its signature as __PRETTY_FUNCTION__ has it: "scale [with T = float]" from
/// "void scale(T*, int) [with T = float]". A plain name stays as it is.
inline std::string kernel_name(std::string_view signature) {
  const std::size_t parenthesis = signature.find('(');
  if (parenthesis == std::string_view::npos) return std::string(signature);
  std::string_view name = signature.substr(0, parenthesis);
  name = name.substr(name.rfind(' ') + 1);
  const std::size_t with = signature.rfind(" [with ");
  std::string text(name);
  if (with != std::string_view::npos) text += signature.substr(with);
  return text;
}

}  // namespace cuda_emulator
