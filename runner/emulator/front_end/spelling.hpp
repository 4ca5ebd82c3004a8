/// Rewrites what nvcc accepts and clang does not, although it means the same: `f<< <1, 32>> >(x)`, as
/// formatters that do not know CUDA write it, and `alignas` after another word of the declaration.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// The source in clang's spelling. The number of each line stays the same.
std::string clang_spelling(std::string_view source);

}  // namespace cuda_front_end
