#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

/// The name of a kernel from its signature: "scale<float>" for "void (anonymous
/// namespace)::scale<float>(float*)". A plain name stays unchanged.
inline std::string kernel_name(std::string_view signature) {
  if (signature.ends_with(')')) {  // the parameters
    int depth = 0;
    std::size_t at = signature.size();
    do {
      --at;
      if (signature[at] == ')') ++depth;
      if (signature[at] == '(') --depth;
    } while (depth > 0 && at > 0);
    signature = signature.substr(0, at);
  }
  constexpr std::string_view result = "void ";  // which a template's signature tells
  if (signature.starts_with(result)) signature.remove_prefix(result.size());
  std::string name(signature);
  constexpr std::string_view nameless = "(anonymous namespace)::";
  for (std::size_t at = name.find(nameless); at != name.npos; at = name.find(nameless))
    name.erase(at, nameless.size());
  return name;
}

}  // namespace cuda_emulator
