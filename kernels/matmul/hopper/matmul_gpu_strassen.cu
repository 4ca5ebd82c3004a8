// Strassen's method on CUDA cores: c's quarters by seven products of sums of quarters, where the definition takes
// eight; and with a second level each of these by seven products of half the size, 49 instead of 64. One pass over each
// factor (of a, transposed before) makes the factors of all products, one launch multiplies them as gpu-register-tiles
// does, and one pass over the products makes c. (Strassen, "Gaussian Elimination is not Optimal", Numerische Mathematik
// 13, 1969; the sums fused into passes: Benson and Ballard, "A Framework for Practical Parallel Fast Matrix
// Multiplication", 2015.)
//
// The sums take time: passes write and read 7/4 of each matrix for a level, 49/16 for two, at the rate of memory. They
// also take accuracy: an element's error is no longer bounded by the magnitudes of its products, but by norms, as
// elements of other rows and columns contribute to it. So that these are of one size, the rows of a and the columns of
// b are first multiplied by powers of two, to a norm in [1, 2), and c's elements by their inverses afterwards. Then
// |error| <= 24 K u |a_i| |b_j| for one level and 144 for two, with Euclidean norms, u = 2^-24, without what does not
// grow with K: sums of K / 2 products; seven quarters' products of which four with factors of twice the norm, and those
// that meet in an element make 12 times that of one; and lines of norms up to 2 where it has 1. (Scaling: Ballard,
// Benson, Druinsky, Lipshitz and Schwartz, "Improving the Numerical Stability of Fast Matrix Multiplication", 2016.)
// laboratory/notes/matmul.md has measured errors, which are far smaller.
//
// Factors with infinities, NaN, or lines whose norms are beyond 2^60 or below 2^-60 are multiplied as by
// gpu-register-tiles. It needs compute capability 9.0, as its products are those of hopper/register_tiles.cu.

#include <cstddef>

#include "kernels/common/rounded_up.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/matmul/hopper/column_scales.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"
#include "kernels/matmul/hopper/float32_fallback.hpp"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/strassen.hpp"
#include "kernels/matmul/hopper/strassen_sums.cuh"

namespace kernels {
namespace {

using namespace hopper;

/// The size of a part of a matrix.
struct PartShape {
  std::size_t rows, columns;
};

/// Four elements of a row, zeros outside of the matrix, whose rows are aligned.
__device__ Vector16<float> read_four(MatrixView<const float> matrix, std::size_t row, std::size_t column) {
  const float* const from = matrix.data + row * matrix.stride + column;
  if (row < matrix.rows && column + 4 <= matrix.columns)
    return *reinterpret_cast<const Vector16<float>*>(from);
  Vector16<float> four{};
#pragma unroll
  for (int v = 0; v < 4; ++v) {
    if (row < matrix.rows && column + v < matrix.columns) four.values[v] = from[v];
  }
  return four;
}

constexpr int threads = 256;  ///< a vector of a row each, so that what a block writes lies together

/// The factors of all products, one below the other: (products part.rows) rows of part.columns elements. `matrix`,
/// whose rows are aligned, is b or a transposed, and its columns are multiplied by their scales.
template <int Levels, class Signs>
__global__ void __launch_bounds__(threads, 2)
    make_factors(MatrixView<const float> matrix, const float* scales, PartShape part, float* factors) {
  constexpr int parts = power(4, Levels);
  constexpr std::size_t last = power(2, Levels) - 1;
  const std::size_t column = (std::size_t{blockIdx.x} * threads + threadIdx.x) * 4, row = blockIdx.y;
  if (column >= part.columns) return;
  Vector16<float> values[parts];
  if (last * part.rows + row < matrix.rows && last * part.columns + column + 4 <= matrix.columns) {
    // All are there: loads that depend on nothing, under way at one time.
#pragma unroll
    for (int p = 0; p < parts; ++p) {
      const PartPlace place = part_place<Levels>(p);
      values[p] = *reinterpret_cast<const Vector16<float>*>(
          matrix.data + (place.row * part.rows + row) * matrix.stride + place.column * part.columns + column);
    }
  } else {
#pragma unroll
    for (int p = 0; p < parts; ++p) {
      const PartPlace place = part_place<Levels>(p);
      values[p] = read_four(matrix, place.row * part.rows + row, place.column * part.columns + column);
    }
  }
#pragma unroll
  for (int p = 0; p < parts; ++p) {
    const auto four_scales = *reinterpret_cast<const Vector16<float>*>(
        scales + part_place<Levels>(p).column * part.columns + column);
#pragma unroll
    for (int v = 0; v < 4; ++v) values[p].values[v] *= four_scales.values[v];
  }
  float* const to = factors + row * part.columns + column;
  for_each_factor<Levels, Signs>(values, [&](int product, const Vector16<float>& sum) {
    *reinterpret_cast<Vector16<float>*>(to + product * part.rows * part.columns) = sum;
  });
}

/// c of the products, one below the other.
template <int Levels>
__global__ void __launch_bounds__(threads, 2)
    add_up_products(const float* products, PartShape part, const float* row_scales,
                    const float* column_scales, MatrixView<float> c, bool aligned) {
  constexpr int parts = power(4, Levels);
  const std::size_t column = (std::size_t{blockIdx.x} * threads + threadIdx.x) * 4, row = blockIdx.y;
  if (column >= part.columns) return;
  const float* const from = products + row * part.columns + column;
  Vector16<float> sums[parts] = {};
  add_products<Levels>(sums, [&](int product) {
    return *reinterpret_cast<const Vector16<float>*>(from + product * part.rows * part.columns);
  });
#pragma unroll
  for (int p = 0; p < parts; ++p) {
    const PartPlace place = part_place<Levels>(p);
    const std::size_t in_row = place.row * part.rows + row, in_column = place.column * part.columns + column;
    if (in_row >= c.rows) continue;
    float* const to = c.data + in_row * c.stride + in_column;
    const float row_back = 1 / row_scales[in_row];
    const auto four_scales = *reinterpret_cast<const Vector16<float>*>(column_scales + in_column);
#pragma unroll
    for (int v = 0; v < 4; ++v) sums[p].values[v] *= row_back * (1 / four_scales.values[v]);
    if (aligned && in_column + 4 <= c.columns) {
      *reinterpret_cast<Vector16<float>*>(to) = sums[p];
      continue;
    }
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      if (in_column + v < c.columns) to[v] = sums[p].values[v];
    }
  }
}

unsigned blocks_for(std::size_t size, std::size_t each) {
  return static_cast<unsigned>((size + each - 1) / each);
}

/// A row of a part is up to so many blocks wide.
dim3 blocks_for(PartShape part) {
  return {blocks_for(part.columns, std::size_t{4} * threads), static_cast<unsigned>(part.rows)};
}

/// One factor of a product, as the factors of all products.
template <int Levels, class Signs>
class Factors {
 public:
  static constexpr std::size_t products = power(strassen_products, Levels), halves = power(2, Levels);

  /// Factors of a matrix whose rows are aligned. Work for `stream`. `out_of_reach` becomes 1 where it cannot be scaled.
  Factors(MatrixView<const float> matrix, PartShape part, unsigned* out_of_reach, GpuStream stream)
      : part_(part),
        scale_count_(halves * part.columns),
        chunks_(rounded_up(matrix.rows, chunk_rows) / chunk_rows),
        memory_((scale_count_ + rounded_up(2 * chunks_ * matrix.columns, 4) + elements()) * sizeof(float),
                stream) {
    static_assert(sizeof(ColumnFacts) == 2 * sizeof(float));
    auto* const facts = reinterpret_cast<ColumnFacts*>(data() + elements() + scale_count_);
    const dim3 blocks(blocks_for(matrix.columns, column_lanes), static_cast<unsigned>(chunks_));
    look_at_columns<<<blocks, column_threads, 0, stream>>>(matrix, facts);
    check_launch("look_at_columns");
    scale_columns<<<blocks_for(scale_count_, threads), threads, 0, stream>>>(
        facts, chunks_, matrix.columns, scales(), scale_count_, out_of_reach);
    check_launch("scale_columns");
    make_factors<Levels, Signs><<<blocks_for(part), threads, 0, stream>>>(matrix, scales(), part, data());
    check_launch("make_factors");
  }

  MatrixView<const float> view() const {
    return {data(), products * part_.rows, part_.columns, part_.columns};
  }
  float* scales() const { return data() + elements(); }

 private:
  std::size_t elements() const { return products * part_.rows * part_.columns; }
  float* data() const { return static_cast<float*>(memory_.data()); }

  PartShape part_;
  std::size_t scale_count_, chunks_;
  PooledMemory memory_;
};

template <int Levels>
void multiply(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, GpuStream stream) {
  using Left = Factors<Levels, TransposedLeftSigns>;
  using Right = Factors<Levels, RightSigns>;
  const auto part_of = [](std::size_t size, std::size_t multiple) {
    return rounded_up((size + Left::halves - 1) / Left::halves, multiple);
  };
  const std::size_t m = part_of(c.rows, layer_row_multiple), k = part_of(a.columns, layer_depth_multiple);
  const std::size_t n = part_of(c.columns, 4);
  const PooledMemory word(sizeof(unsigned), stream), memory(Left::products * m * n * sizeof(float), stream);
  auto* const out_of_reach = static_cast<unsigned*>(word.data());
  auto* const products = static_cast<float*>(memory.data());
  check_cuda(cudaMemsetAsync(out_of_reach, 0, sizeof(unsigned), stream), "memset of a finding");
  const CopyableFactors copies(Copied::both, a, b, stream);
  const Left left(copies.transposed_a(), {k, m}, out_of_reach, stream);
  const Right right(copies.b(), {k, n}, out_of_reach, stream);
  multiply_layers(left.view(), right.view(), {products, Left::products * m, n, n}, Left::products,
                  Into::empty, stream);
  add_up_products<Levels><<<blocks_for(PartShape{m, n}), threads, 0, stream>>>(
      products, {m, n}, left.scales(), right.scales(), c, rows_are_aligned(c));
  check_launch("add_up_products");
  multiply_in_float32_if({out_of_reach, 1}, a, b, c, Into::empty, stream);
}

}  // namespace

void hopper::multiply_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                               int levels, GpuStream stream) {
  levels == 1 ? multiply<1>(a, b, c, stream) : multiply<2>(a, b, c, stream);
}

void matmul_gpu_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                         GpuStream stream) {
  const int levels = hopper::strassen_levels(a.rows, a.columns, b.columns);
  if (levels == 0)
    return kernels::multiply_register_tiles(a, b, c, Into::empty, stream);  // the rule, not hopper's
  hopper::multiply_strassen(a, b, c, levels, stream);
}

}  // namespace kernels
