#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace kernels {

/// A non-owning row-major matrix: element (r, c) is `data[r * stride + c]`, with stride >= columns. What is
/// between `columns` and `stride` belongs to others. `MatrixView<const T>` is read-only, and every
/// `MatrixView<T>` converts to it.
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  ///< in elements, from one row to the next

  T& at(std::size_t row, std::size_t column) const { return data[row * stride + column]; }
  std::span<T> row(std::size_t index) const { return {data + index * stride, columns}; }

  /// The part whose first element is (row, column); its `row_count` x `column_count` elements must be inside
  /// the matrix.
  MatrixView block(std::size_t row, std::size_t column, std::size_t row_count,
                   std::size_t column_count) const {
    return {data + row * stride + column, row_count, column_count, stride};
  }

  template <class Const>  // a template, because nvcc warns about a conversion to the type itself
    requires(!std::is_const_v<T> && std::is_same_v<Const, const T>)
  operator MatrixView<Const>() const {
    return {data, rows, columns, stride};
  }
};

}  // namespace kernels
