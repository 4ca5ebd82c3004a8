/// Variables of a device: shared by a block, in global memory, and constant.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// Bytes after a variable that belong to none, so that an access beyond its end is noticed.
constexpr int gap_bytes = 256;

/// The lines for the global that `line` defines or declares, and its row in the table of variables, if a program
/// or the runtime asks for it; `line` itself if it is none of a device.
std::string lowered_global(std::string line, std::string_view module_id, bool typed_pointers);

/// A definition, as nvcc has it where a program is compiled in one go: an `extern` variable of a device that `line`
/// declares is one of this module, zero at first. Empty if the line is something else.
std::string defined_here(std::string_view line);

/// The type of the global that `line` defines or declares.
std::string type_of_global(std::string_view line);

/// Whether `line` defines a static shared variable.
bool is_shared_variable(std::string_view line);

}  // namespace cuda_front_end
