/// What nvcc reads and clang does not, though it means the same spelt otherwise: `f<< <1, 32>> >(x)`, as formatters
/// that do not know CUDA leave it, and `alignas` after another word of the declaration.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// A source as clang reads it. Every line stays the line that it was.
std::string clang_spelling(std::string_view source);

}  // namespace cuda_front_end
