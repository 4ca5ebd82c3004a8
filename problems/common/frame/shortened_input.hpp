#pragma once

#include <string_view>

namespace problems {

/// Installs a handler for input files that are mapped and that another process truncates meanwhile. The
/// program then ends as for malformed input, with a line on stderr and exit code 2, instead of by SIGBUS.
void refuse_shortened_input(std::string_view program);

}  // namespace problems
