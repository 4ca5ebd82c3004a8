#pragma once

#include <cstring>
#include <string>
#include <utility>

#include "kernels/matmul_batch/matmul_batch.hpp"
#include "kernels/tests/matmul_check.hpp"

// How tests judge batches of products.

namespace kernels_tests {

/// A batch in one guarded matrix: each of its matrices is some of the rows, with `between` rows of others' after it.
struct BatchShape {
  Shape each;
  std::size_t count, gap = 0, between = 0;
  Layout layout = Layout::unaligned;
};

/// Random factors, times `a_factor` and `b_factor`. All products share the right one where `shares_b`.
class MatmulBatchProblem {
 public:
  MatmulBatchProblem(BatchShape shape, Data data, unsigned seed, bool shares_b = false, float a_factor = 1,
                     float b_factor = 1)
      : shape_(shape),
        shares_b_(shares_b),
        random_(seed),
        a_(matrix(shape.each.m, shape.each.k, data)),
        b_(matrix(shape.each.k, shape.each.n, data)),
        bound_(data == Data::integers ? &no_error : &bound_in_precision_of<float>) {
    scale(a_, a_factor);
    scale(b_, b_factor);
  }

  void set_bound(Bound bound) { bound_ = bound; }

  /// What is wrong with `run`, or nothing. It is called as run(a, b, c) with guarded matrices, and finds the batches in
  /// them by `batch`. Twice, as an element that is never written may look right in one of them.
  template <class Run>
  std::string complaint_about(Run run) const {
    for (const float poison : {std::numeric_limits<float>::quiet_NaN(), 12345.0f}) {
      GuardedMatrix<float> a = a_, b = b_;
      GuardedMatrix<float> c = empty(shape_.each.m, shape_.each.n);
      c.fill(poison);
      const GuardedMatrix<float> before = c;
      run(a, b, c);
      if (!a.same_bytes(a_) || !b.same_bytes(b_)) return "an input changed";
      if (!c.guards_intact()) return "a guard around the output changed";
      if (const std::string mistake = mistake_in(c, before); !mistake.empty()) return mistake;
    }
    return "";
  }

  std::string complaint(kernels::MatmulBatchFunction* run) const {
    return complaint_about(
        [&](auto& a, auto& b, auto& c) { run(batch_a(a.view()), batch_b(b.view()), batch_c(c.view())); });
  }

  template <class T>
  kernels::MatrixBatch<T> batch_a(kernels::MatrixView<T> all) const {
    return batch(all, shape_.each.m);
  }
  template <class T>
  kernels::MatrixBatch<T> batch_b(kernels::MatrixView<T> all) const {
    kernels::MatrixBatch<T> found = batch(all, shape_.each.k);
    if (shares_b_) found.distance = 0;
    return found;
  }
  template <class T>
  kernels::MatrixBatch<T> batch_c(kernels::MatrixView<T> all) const {
    return batch(all, shape_.each.m);
  }

 private:
  template <class T>
  kernels::MatrixBatch<T> batch(kernels::MatrixView<T> all, std::size_t rows) const {
    return {{all.data, rows, all.columns, all.stride}, shape_.count, (rows + shape_.between) * all.stride};
  }

  std::size_t padding(std::size_t columns) const {
    if (shape_.layout == Layout::unaligned) return shape_.gap;
    return (columns + shape_.gap + 3) / 4 * 4 - columns;
  }
  std::size_t margin() const {
    return shape_.layout == Layout::aligned ? GuardedMatrix<float>::aligned_margin
                                            : GuardedMatrix<float>::unaligned_margin;
  }
  GuardedMatrix<float> empty(std::size_t rows, std::size_t columns) const {
    return {shape_.count * (rows + shape_.between), columns, padding(columns), margin()};
  }
  GuardedMatrix<float> matrix(std::size_t rows, std::size_t columns, Data data) {
    return random_matrix<float>(shape_.count * (rows + shape_.between), columns, padding(columns), margin(),
                                data, random_);
  }

  static void scale(GuardedMatrix<float>& matrix, float factor) {
    const auto view = matrix.view();
    for (std::size_t row = 0; row < view.rows; ++row) {
      for (float& element : view.row(row)) element *= factor;
    }
  }

  std::string mistake_in(GuardedMatrix<float>& c, const GuardedMatrix<float>& before) const {
    const auto a = batch_a(a_.view()), b = batch_b(b_.view());
    for (std::size_t i = 0; i < shape_.count; ++i) {
      const auto found = batch_c(c.view()).at(i);
      for (std::size_t row = 0; row < found.rows; ++row) {
        for (std::size_t column = 0; column < found.columns; ++column) {
          const Exact exact = exact_element<float>(a.at(i), b.at(i), row, column);
          if (!agrees(found.at(row, column), exact, bound_(exact, shape_.each.k))) {
            return "product " + std::to_string(i) + ", row " + std::to_string(row) + ", column " +
                   std::to_string(column) + ": expected " + std::to_string(exact.value) + ", found " +
                   std::to_string(found.at(row, column));
          }
        }
      }
      for (std::size_t row = found.rows; row < found.rows + shape_.between; ++row) {
        const std::size_t line = i * (found.rows + shape_.between) + row;
        if (std::memcmp(c.view().row(line).data(), before.view().row(line).data(), 4 * found.columns) != 0) {
          return "a row between two products changed";
        }
      }
    }
    return "";
  }

  BatchShape shape_;
  bool shares_b_;
  std::mt19937 random_;
  GuardedMatrix<float> a_, b_;
  Bound bound_;
};

}  // namespace kernels_tests
