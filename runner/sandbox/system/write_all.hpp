#pragma once

#include <string_view>

namespace runner {

/// Writes all of `data` to an open file, however many calls that takes. Throws Failure, with `what` as in "--keep x".
void write_all(int file, std::string_view data, std::string_view what);

}  // namespace runner
