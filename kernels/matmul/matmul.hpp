#pragma once

#include <span>
#include <string_view>

#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// c = a b for an M x K matrix a and a K x N matrix b; every element of the M x N matrix c is written.
/// Precondition: the shapes fit, and c overlaps neither a nor b. Any size may be 0; K = 0 gives zeros.
/// Each element errs by at most gamma_K * sum |a_ik b_kj| with gamma_K = K u / (1 - K u), u = 2^-24, whatever
/// the order of the sum (Higham, Accuracy and Stability of Numerical Algorithms, section 3.5), unless it
/// over- or underflows. Infinities and NaN propagate as in IEEE 754: no zero is skipped.
using MatmulFunction = void(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c);
using MatmulVariant = Variant<MatmulFunction>;

inline constexpr std::string_view matmul_size_unit = "multiply-adds";

std::span<const MatmulVariant> matmul_variants();

}  // namespace kernels
