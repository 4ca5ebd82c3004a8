/// Generates what the runtime needs to call a kernel: a thunk, and the sizes of its parameters.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

/// What a module states about a kernel, apart from its code.
struct KernelNotes {
  std::size_t max_threads = 0;  ///< from __launch_bounds__; 0 if not given
};

/// The kernels that the module's metadata names, by their names with `@`.
std::map<std::string, KernelNotes, std::less<>> noted_kernels(const std::vector<std::string>& lines);

/// A thunk for the kernel that the line `define` starts, the sizes of its parameters, and its row in the
/// table. `shared` has the plain names of the shared variables that it can reach.
std::string kernel_row(std::string_view define, const KernelNotes& notes,
                       const std::vector<std::string>& shared, std::string_view module_id,
                       bool typed_pointers);

}  // namespace cuda_front_end
