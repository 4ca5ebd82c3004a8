#pragma once

// The steps of a product of split factors, as work for a stream.

#include <cuda_runtime.h>

#include <algorithm>
#include <limits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/product.cuh"
#include "kernels/matmul/hopper/split.cuh"
#include "kernels/matmul/hopper/tensor_map.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Shorter sums have an error bound of few roundings, which split factors do not keep.
constexpr std::size_t shortest_sum = 64;
/// Blocks of a cluster: it cluster shares the columns of b.
constexpr unsigned cluster_size = 2;
/// Slices whose partial sums the tensor cores add: 128 or, of TF32, 64 products. See laboratory/notes/matmul-hopper.md.
constexpr int slices_together = 4;

/// Whether split factors do for a product of these sizes.
inline bool can_split(MatrixView<const float> a, MatrixView<const float> b) {
  constexpr std::size_t most = std::numeric_limits<int>::max() / 2;
  return a.columns >= shortest_sum && std::max({a.columns, a.rows, b.columns}) <= most;
}

/// The device memory of one call, for terms of either type: what is known of the lines of both factors, and
/// their terms.
class Scratch {
 public:
  Scratch(MatrixView<const float> a, MatrixView<const float> b, GpuStream stream)
      : m_(a.rows),
        n_(b.columns),
        pitch_(rounded_up(a.columns)),
        words_(words_of_lines(m_, n_)),
        memory_(bytes(a.rows, a.columns, b.columns), stream) {
    check_cuda(cudaMemsetAsync(words(), 0, (words_before_lines + 2 * (m_ + n_)) * sizeof(unsigned), stream),
               "memset of findings");
  }

  /// Bytes for factors of m x k and k x n.
  static std::size_t bytes(std::size_t m, std::size_t k, std::size_t n) {
    return (words_of_lines(m, n) + 2 * (m + n) * rounded_up(k)) * sizeof(unsigned);
  }

  Condition when(Need need) const { return {words(), need}; }
  /// Each type's split has its own, but for the need.
  template <class Split>
  Findings findings() const {
    return {words(), words() + (Split::is_scaled ? 1 : 2)};
  }
  Lines a_lines() const { return lines(0); }
  Lines b_lines() const { return lines(m_); }
  template <class Element>
  Terms<Element> a_terms() const {
    return {reinterpret_cast<Element*>(words() + words_), pitch_, m_};
  }
  template <class Element>
  Terms<Element> b_terms() const {
    return {a_terms<Element>().data + 2 * m_ * pitch_, pitch_, n_};
  }

 private:
  static constexpr std::size_t words_before_lines = 4;
  /// A size by which terms and their rows are aligned to 128 bytes; the copy engine wants 16.
  static std::size_t rounded_up(std::size_t size) { return (size + 63) / 64 * 64; }
  static std::size_t words_of_lines(std::size_t m, std::size_t n) {
    return rounded_up(words_before_lines + 3 * (m + n));
  }
  unsigned* words() const { return static_cast<unsigned*>(memory_.data()); }
  Lines lines(std::size_t first) const {
    unsigned* const peaks = words() + words_before_lines + first;
    return {peaks, peaks + m_ + n_, reinterpret_cast<float*>(peaks + 2 * (m_ + n_))};
  }

  std::size_t m_, n_, pitch_, words_;
  PooledMemory memory_;
};

/// Both factors, if `condition` holds. Of Float16, the columns' peaks are known.
template <class Split>
void split_factors(MatrixView<const float> a, MatrixView<const float> b, const Scratch& scratch,
                   Condition condition, GpuStream stream) {
  using Element = typename Split::Element;
  const Findings findings = scratch.findings<Split>();
  split_rows<Split><<<static_cast<unsigned>(a.rows), split_threads, 0, stream>>>(
      a, rows_are_aligned(a), scratch.a_lines(), scratch.a_terms<Element>(), findings, condition);
  check_launch("split_rows");
  constexpr std::size_t most_down = 8;  // so that a block has several tiles, and columns are counted together
  const dim3 tiles(static_cast<unsigned>((b.columns + split_side - 1) / split_side),
                   static_cast<unsigned>(std::min((b.rows + split_side - 1) / split_side, most_down)));
  split_columns<Split><<<tiles, split_threads, 0, stream>>>(b, scratch.b_lines(), scratch.b_terms<Element>(),
                                                            findings, condition);
  check_launch("split_columns");
}

/// `lines` lines of the terms from `first` on, in boxes of `rows` rows of 64 bytes.
template <class Term>
CUtensorMap describe(const Terms<typename Term::Element>& terms, std::size_t first, std::size_t lines,
                     std::size_t k, unsigned rows) {
  constexpr std::size_t element_bytes = sizeof(typename Term::Element);
  return describe_boxes(
      element_bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
      terms.data + first * terms.pitch, {k, lines, 2},
      {terms.pitch * element_bytes, terms.pitch * terms.lines * element_bytes}, {Term::depth, rows, 1},
      CU_TENSOR_MAP_SWIZZLE_64B);
}

/// c = the product of the terms of b and of a's rows from `first_row` on, sums of k products of elements, or
/// c += it, if `condition` holds.
template <class Term>
void multiply_split(std::size_t k, std::size_t first_row, MatrixView<float> c, Into into,
                    const Scratch& scratch, Scales scales, Condition condition, GpuStream stream) {
  using Element = typename Term::Element;
  auto* const kernel = &multiply_terms<Term, cluster_size, slices_together>;
  permit_shared_memory<multiply_terms<Term, cluster_size, slices_together>>(product_shared_bytes,
                                                                            "multiply_terms");
  static const auto clusters = static_cast<std::size_t>(multiprocessors()) / cluster_size;
  constexpr std::size_t cluster_rows = cluster_size * tile_rows;
  const std::size_t tiles =
      (c.rows + cluster_rows - 1) / cluster_rows * ((c.columns + tile_columns - 1) / tile_columns);
  const auto blocks = static_cast<unsigned>(std::min(tiles, clusters)) * cluster_size;
  kernel<<<blocks, product_threads, product_shared_bytes, stream>>>(
      describe<Term>(scratch.a_terms<Element>(), first_row, c.rows, k, tile_rows),
      describe<Term>(scratch.b_terms<Element>(), 0, c.columns, k, tile_columns / cluster_size),
      static_cast<int>((k + Term::depth - 1) / Term::depth), c, into == Into::sum, scales, condition);
  check_launch("multiply_terms");
}

/// What gpu-tensor-tf32x3 is, for other techniques: splits the factors into terms of TF32, if there is `need`.
/// Where they do not fit them, it is needs_float32 afterwards.
void split_tf32(MatrixView<const float> a, MatrixView<const float> b, const Scratch& scratch, Need need,
                GpuStream stream);
/// c = the product of b and of a's rows from `first_row` on, or c += it: by terms of TF32, if there is still
/// `need`, or in float32 if that is what is needed.
void multiply_split_tf32(MatrixView<const float> a, MatrixView<const float> b, std::size_t first_row,
                         MatrixView<float> c, Into into, const Scratch& scratch, Need need, GpuStream stream);

}  // namespace kernels::hopper
