#pragma once

#include <string>

#include "base/descriptor.hpp"

namespace runner {

/// The runner's own stdout or stderr, if `path` names it and it leads to a file or a socket. A file is then written from
/// where its other writers are: opened afresh, it would be emptied or overwritten. -1 for anything else.
base::Descriptor callers_stream(const std::string& path);

}  // namespace runner
