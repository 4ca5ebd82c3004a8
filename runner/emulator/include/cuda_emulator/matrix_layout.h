/// Maps matrix elements to the lanes of a warp, as a device of compute capability 9.0 does.
#pragma once

#include "qualifiers.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

enum class MatrixUse { a, b, accumulator };

/// The shape of a product of m x k and k x n elements. Each lane holds `run` neighbouring elements along k, 4
/// bytes in all.
struct MatrixShape {
  int m, n, k, run;
};

struct MatrixPlace {
  int row, column;
};

/// The position of the element number `element` of `lane`. Some elements are held twice.
inline MatrixPlace matrix_place(MatrixUse use, MatrixShape shape, int lane, int element) {
  const auto take = [&element](int steps) {
    const int step = element % steps;
    element /= steps;
    return step;
  };
  const int group = lane / 4, within = lane % 4;
  const bool is_wide = shape.m == 8 && shape.n == 32;  // computed as the transposed product
  if (use == MatrixUse::accumulator) {
    const int outer_size = is_wide ? shape.n : shape.m, inner_size = is_wide ? shape.m : shape.n;
    int outer = group, inner = 2 * within + take(2);
    outer += 8 * take(outer_size > 8 ? 2 : 1);
    inner += 8 * take(inner_size / 8);
    outer += 16 * take(outer_size / 16 > 0 ? outer_size / 16 : 1);
    return is_wide ? MatrixPlace{inner, outer} : MatrixPlace{outer, inner};
  }
  const int outer_size = use == MatrixUse::a ? shape.m : shape.n, runs = shape.k / (4 * shape.run);
  int outer = group, inner = shape.run * within + take(shape.run);
  const bool is_first = (use == MatrixUse::b) == is_wide;
  if (!is_first) inner += 4 * shape.run * take(runs);
  outer += 8 * take(outer_size > 8 ? 2 : 1);
  if (is_first) inner += 4 * shape.run * take(runs);
  outer += 16 * take(outer_size > 16 ? 2 : 1);
  return use == MatrixUse::a ? MatrixPlace{outer, inner} : MatrixPlace{inner, outer};
}

/// A lane's operands and results of a product.
struct MatrixFragments {
  MatrixShape shape;
  int elements_a, elements_b, elements_c;
  double a[16], b[16], c[8], d[8];
};

}  // namespace cuda_emulator

CUDA_EMULATOR_COMMON_CODE_END

CUDA_EMULATOR_DEVICE_CODE_BEGIN

/// d = a b + c, by all lanes of the warp. Products of less than 27 bits are exact.
extern "C" void cuda_emulator_multiply_matrices(cuda_emulator::MatrixFragments* fragments);
/// Called for operations that all lanes of the warp must perform together.
extern "C" void cuda_emulator_expect_whole_warp();

CUDA_EMULATOR_DEVICE_CODE_END
