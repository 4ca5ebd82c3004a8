#pragma once

#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// c = a b for an M x K matrix a and a K x N matrix b; every element of the M x N matrix c is written.
/// Precondition: the shapes fit, and c overlaps neither a nor b. Any size may be 0; K = 0 gives zeros.
/// Each element errs by at most gamma_K * sum |a_ik b_kj| with gamma_K = K u / (1 - K u), u = 2^-24 for float
/// and 2^-53 for double, whatever the order of the sum (Higham, Accuracy and Stability of Numerical
/// Algorithms, section 3.5), unless it over- or underflows. That of gpu-strassen is bounded by the norms of a's row and
/// b's column instead, by 144 K u |a_i| |b_j|, where matrices are large. Infinities and NaN propagate as in IEEE 754: no
/// zero is skipped.
template <class T>
using MatmulFunction = void(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c);

/// A variant on device memory: work for `stream`, which only gpu-texture waits for. Throws GpuError when it cannot be
/// started.
template <class T>
using MatmulDeviceFunction = void(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                                  GpuStream stream);

template <class T>
using MatmulVariant = Variant<MatmulFunction<T>, MatmulDeviceFunction<T>>;

inline constexpr std::string_view matmul_size_unit = "multiply-adds";

/// The table for T: float or double.
template <class T>
std::span<const MatmulVariant<T>> matmul_variants();

template <>
std::span<const MatmulVariant<float>> matmul_variants<float>();
template <>
std::span<const MatmulVariant<double>> matmul_variants<double>();

}  // namespace kernels
