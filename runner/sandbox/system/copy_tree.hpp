#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/descriptor.hpp"

namespace runner {

/// The folder that `option` named, none for an empty path. Throws Failure.
std::optional<base::Descriptor> open_folder(const std::string& option, const std::string& path);

/// Copies the regular files and the folders in the folder `from` into the empty folder `to`, up to
/// `most_bytes` of them. Links, devices and FIFOs are left out. Throws Failure when a copy cannot be written.
void copy_tree(const base::Descriptor& from, const base::Descriptor& to, std::int64_t most_bytes);

}  // namespace runner
