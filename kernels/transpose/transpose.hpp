#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// out(c, r) = in(r, c) for an R x C matrix `in` and a C x R matrix `out`.
/// Precondition: the shapes fit, and the two do not overlap. Either size may be 0.
using TransposeFunction = void(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out);
using TransposeVariant = Variant<TransposeFunction>;

inline constexpr std::string_view transpose_size_unit = "elements";

std::span<const TransposeVariant> transpose_variants();

}  // namespace kernels
