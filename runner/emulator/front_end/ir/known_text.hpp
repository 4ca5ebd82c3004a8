/// Whether clang's text was understood. Most edits of a module leave alone what they do not recognise, and a clang that
/// writes it in another way would give programs that run, and whose races nobody sees.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cuda_front_end {

struct UnknownText : std::runtime_error {
  UnknownText(std::string_view line, const std::string& expected);
};

/// Checks a whole module that host_module() has made of clang's text: this processor's target, each function with the
/// attributes of the hooks, no address spaces, line tables where there are places, and no line of an unknown kind.
/// Throws UnknownText with the line that was not understood.
void check_known_text(std::string_view host_module);

}  // namespace cuda_front_end
