/// Translates a device's variables: shared by a block, global and constant.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// Bytes after each variable that belong to none, so that an access beyond its end is noticed.
constexpr int gap_bytes = 256;

/// The lines for the global that `line` defines or declares, and its row in the table of variables if a
/// program or the runtime needs it; `line` itself if it is not a device variable.
std::string lowered_global(std::string line, std::string_view module_id, bool typed_pointers);

/// Turns a declaration into a definition, as nvcc does in whole-program compilation: an `extern` device
/// variable that `line` declares belongs to this module and starts as zero. Empty for any other line.
std::string defined_here(std::string_view line);

/// The type of the global that `line` defines or declares.
std::string type_of_global(std::string_view line);

/// Whether `line` defines a static shared variable.
bool is_shared_variable(std::string_view line);

}  // namespace cuda_front_end
