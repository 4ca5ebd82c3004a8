/// Checks that clang's text was understood. Most edits of a module leave alone what they do not recognise.
/// Text in another form from a new clang would produce programs that run, but whose races nobody sees.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cuda_front_end {

struct UnknownText : std::runtime_error {
  UnknownText(std::string_view line, const std::string& expected);
};

/// Checks a whole module that host_module() has made of clang's text: the host's target, hook attributes on
/// every function, no address spaces, line tables where there are locations, and no line of an unknown kind.
/// Throws UnknownText with the line that was not understood.
void check_known_text(std::string_view host_module);

}  // namespace cuda_front_end
