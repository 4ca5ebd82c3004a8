#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// An element of 16 bytes, such as a complex number in float64.
struct alignas(16) Element16 {
  std::uint64_t low, high;
  friend bool operator==(const Element16&, const Element16&) = default;
};

/// out(c, r) = in(r, c) for an R x C matrix `in` and a C x R matrix `out`; no bit of an element changes.
/// Precondition: the shapes fit, and the two do not overlap. Either size may be 0.
template <class T>
using TransposeFunction = void(MatrixView<const T> in, MatrixView<T> out);

/// A variant on device memory: work for `stream`, not waited for. Throws GpuError when it cannot be started.
/// gpu-cublas sees numbers in the elements; of NaNs, and of complex numbers with a zero or an infinity, it
/// may change bits here.
template <class T>
using TransposeDeviceFunction = void(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
using TransposeVariant = Variant<TransposeFunction<T>, TransposeDeviceFunction<T>>;

inline constexpr std::string_view transpose_size_unit = "elements";

/// T stands for every type of its size: std::uint8_t, std::uint16_t,
/// std::int32_t (the problem's), std::uint64_t, Element16.
template <class T>
std::span<const TransposeVariant<T>> transpose_variants();

}  // namespace kernels
