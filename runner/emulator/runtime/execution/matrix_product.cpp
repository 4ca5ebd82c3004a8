#include "runner/emulator/runtime/execution/matrix_product.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "runner/emulator/include/cuda_emulator/matrix_layout.h"

namespace cuda_emulator {
namespace {

constexpr unsigned longest = 32;
using Matrix = std::array<std::array<double, longest>, longest>;

MatrixFragments& fragments_of(const Thread& lane) {
  return *reinterpret_cast<MatrixFragments*>(lane.value);
}

/// Calls `visit(fragments, element, value in the matrix)` for every element that the lanes hold.
template <class Visit>
void for_each_element(std::uint32_t arrived, Thread* lanes, MatrixUse use, MatrixShape shape, int elements,
                      Matrix& matrix, Visit visit) {
  for (; arrived; arrived &= arrived - 1) {
    const int lane = std::countr_zero(arrived);
    for (int n = 0; n < elements; ++n) {
      const MatrixPlace place = matrix_place(use, shape, lane, n);
      visit(fragments_of(lanes[lane]), n,
            matrix[static_cast<unsigned>(place.row)][static_cast<unsigned>(place.column)]);
    }
  }
}

}  // namespace

void multiply_matrices(std::uint32_t arrived, Thread* lanes) {
  const MatrixFragments& any = fragments_of(lanes[std::countr_zero(arrived)]);
  const MatrixShape shape = any.shape;
  Matrix a{}, b{}, c{};
  for_each_element(arrived, lanes, MatrixUse::a, shape, any.elements_a, a,
                   [](const MatrixFragments& of, int n, double& value) { value = of.a[n]; });
  for_each_element(arrived, lanes, MatrixUse::b, shape, any.elements_b, b,
                   [](const MatrixFragments& of, int n, double& value) { value = of.b[n]; });
  for_each_element(arrived, lanes, MatrixUse::accumulator, shape, any.elements_c, c,
                   [](const MatrixFragments& of, int n, double& value) { value = of.c[n]; });
  for (unsigned row = 0; row < static_cast<unsigned>(shape.m); ++row) {
    for (unsigned k = 0; k < static_cast<unsigned>(shape.k); ++k) {
      for (unsigned column = 0; column < static_cast<unsigned>(shape.n); ++column) {
        c[row][column] = std::fma(a[row][k], b[k][column], c[row][column]);
      }
    }
  }
  for_each_element(arrived, lanes, MatrixUse::accumulator, shape, any.elements_c, c,
                   [](MatrixFragments& of, int n, double value) { of.d[n] = value; });
}

}  // namespace cuda_emulator
