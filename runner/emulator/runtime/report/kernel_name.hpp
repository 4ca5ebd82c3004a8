#pragma once

#include <string>
#include <string_view>

namespace cuda_emulator {

/// The name of a kernel from its signature: "scale<float>" of "void (anonymous namespace)::scale<float>(float*)". A plain
/// name stays as it is.
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
  int depth = 0;  // of brackets, in which blanks end no type
  for (std::size_t at = signature.size(); at-- > 0;) {
    const char c = signature[at];
    if (c == '>' || c == ')') ++depth;
    if (c == '<' || c == '(') --depth;
    if (c != ' ' || depth > 0) continue;
    signature.remove_prefix(at + 1);
    break;
  }
  std::string name(signature);
  constexpr std::string_view nameless = "(anonymous namespace)::";
  for (std::size_t at = name.find(nameless); at != name.npos; at = name.find(nameless))
    name.erase(at, nameless.size());
  return name;
}

}  // namespace cuda_emulator
