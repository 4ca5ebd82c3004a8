#pragma once

#include <string_view>

namespace problems {

/// Arranges that from now on an input file that is mapped and that others make shorter meanwhile ends the program like
/// malformed input: with a line on stderr and exit code 2, in place of SIGBUS.
void refuse_shortened_input(std::string_view program);

}  // namespace problems
