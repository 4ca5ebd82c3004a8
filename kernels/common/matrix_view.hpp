#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace kernels {

/// A row-major matrix that lives elsewhere: element (r, c) is `data[r * stride + c]`, with stride >= columns.
/// It owns nothing; what lies between `columns` and `stride` belongs to others. `MatrixView<const T>` reads
/// only, and every `MatrixView<T>` converts to it.
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  ///< in elements, from one row to the next

  T& at(std::size_t row, std::size_t column) const { return data[row * stride + column]; }
  std::span<T> row(std::size_t index) const { return {data + index * stride, columns}; }

  /// The part whose first element is (row, column); its `row_count` x `column_count` must lie inside.
  MatrixView block(std::size_t row, std::size_t column, std::size_t row_count,
                   std::size_t column_count) const {
    return {data + row * stride + column, row_count, column_count, stride};
  }

  template <class Const>  // a template, as nvcc warns of a conversion to the type itself
    requires(!std::is_const_v<T> && std::is_same_v<Const, const T>)
  operator MatrixView<Const>() const {
    return {data, rows, columns, stride};
  }
};

}  // namespace kernels
