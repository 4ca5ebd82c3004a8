#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "kernels/common/both_sides.hpp"
#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// `count` matrices of one shape in one piece of memory: each begins `distance` elements after the one before.
template <class T>
struct MatrixBatch {
  MatrixView<T> first;
  std::size_t count = 0;
  std::size_t distance = 0;

  MatrixBatch(MatrixView<T> first_matrix, std::size_t matrices, std::size_t elements_apart)
      : first(first_matrix), count(matrices), distance(elements_apart) {}

  template <class Other>
    requires(std::is_same_v<const Other, T> && !std::is_const_v<Other>)
  MatrixBatch(const MatrixBatch<Other>& other)
      : first(other.first), count(other.count), distance(other.distance) {}

  WARP_JUDGE_BOTH_SIDES MatrixView<T> at(std::size_t index) const {
    return {first.data + index * distance, first.rows, first.columns, first.stride};
  }
};

/// c_i = a_i b_i for `count` M x K matrices a_i and K x N matrices b_i, in float32; every element of every c_i is
/// written. Precondition: the counts and shapes fit, and no c_i overlaps another, an a_i or a b_i. The distance of a or b
/// may be 0: then all products share that factor. Any size may be 0; K = 0 gives zeros. Errors are bounded as those of
/// `MatmulFunction`.
using MatmulBatchFunction = void(MatrixBatch<const float> a, MatrixBatch<const float> b,
                                 MatrixBatch<float> c);

/// A variant on device memory: work for `stream`, not waited for. Throws GpuError when it cannot be started.
using MatmulBatchDeviceFunction = void(MatrixBatch<const float> a, MatrixBatch<const float> b,
                                       MatrixBatch<float> c, GpuStream stream);

using MatmulBatchVariant = Variant<MatmulBatchFunction, MatmulBatchDeviceFunction>;

inline constexpr std::string_view matmul_batch_size_unit = "multiply-adds";

std::span<const MatmulBatchVariant> matmul_batch_variants();

}  // namespace kernels
