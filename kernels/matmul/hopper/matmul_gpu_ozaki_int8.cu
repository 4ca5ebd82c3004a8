// Products of float64 matrices on the tensor cores for bytes, which are exact, and thirty times as fast as
// those for float64. The rows of a and the columns of b are multiplied by powers of two and rounded to
// integers; these are taken modulo 15 numbers up to 256 that have no common divisor; for each of them the
// residues are multiplied; and from the residues of the product follows the product of the integers (Ozaki,
// Uchino and Imamura, "Ozaki Scheme II", 2025, the method; Uchino, Ozaki and Imamura, "High-Performance and
// Power-Efficient Emulation of Matrix Multiplication using INT8 Matrix Engines", 2025, of lines scaled by
// their norms).
//
// With the moduli's product P, lines are scaled so that their Euclidean norm is at most L, just below
// sqrt(P / 2), and above L / 2. Elements of the product are then below P / 2 (Cauchy and Schwarz), so that
// nothing is lost but what rounding to integers takes: x' = x + d with |d| <= 1/2. An element of the product of
// integers differs from that of the scaled lines x and y by
//     |sum x'y' - sum xy| <= 1/2 (|y|_1 + |x|_1) + K / 4 <= sqrt(K) L + K / 4.
// With random data the roundings cancel, and the error is 2^-58 |x| |y|, with Euclidean norms, where sums in
// float64 have 2^-55.
//
// That bound is by norms. The promised bound (matmul.hpp) is gamma_K sum |x y|, which is smaller if lines have
// a few large elements and a's meet small ones of b. So the elements of all lines below a threshold t are
// counted. If no line has more than K / 4 of them, then in every pair of lines, half of the products are at
// least t^2, and sum |x y| >= K / 2 t^2; t is such that this is enough:
//     sqrt(K) L + K / 4 <= (K - 3) u K / 2 t^2,  u = 2^-53,
// with three roundings left for the result. For elements of one size, t is a sixth of it or less (of K = 64; a
// 20th for K = 8192). Otherwise, and if norms are out of range, infinite or NaN, gpu-tensor-fp64's method is
// used, unless rounding changed nothing, as with whole numbers. The GPU decides that itself, so the host does
// not wait. Short sums, with few roundings, are always computed by gpu-tensor-fp64's method. Sums may be as
// long as memory allows.
//
// Products of panels may be added up in c: a term of panel p, of K_p products, then errs by the K_p roundings
// promised above and those of the additions, at most one for each other panel. As these have a product or more
// each, the sum errs by no more than gamma_K sum |x y| of all panels, either.
//
// Memory: 15 bytes for each element of a, b and c; 2.8 GiB for n = 8192. c can be computed in slices of its
// rows, for less. It needs compute capability 9.0. What was tried: laboratory/notes/matmul-hopper.md.

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "kernels/common/rounded_up.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/residue_product.cuh"
#include "kernels/matmul/hopper/residue_split.cuh"
#include "kernels/matmul/hopper/tensor_map.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/matmul/tensor_fp64.cuh"

namespace kernels {
namespace {

using namespace hopper;

constexpr std::size_t shortest_integer_sum = 64;
constexpr std::size_t most_blocks_down = 65535;

std::size_t blocks_for(std::size_t items, std::size_t each) {
  return (items + each - 1) / each;
}

bool can_use_residues(std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t most = std::numeric_limits<int>::max() / 2;
  return k >= shortest_integer_sum && std::max({m, k, n}) <= most;
}

/// Below which elements count as small; see above.
double small_integer(std::size_t k) {
  const auto count = static_cast<double>(k);
  const double error = std::sqrt(count * squared_norm_limit) + count / 4;
  return std::sqrt(2 * error / (count * (count - 3) * 0x1p-53));
}

/// What two panels and a slice of c take in device memory.
struct ScratchSizes {
  /// `slice_elements`: of c, whose residues are there at once, or those of 256 rows if these are more.
  ScratchSizes(std::size_t rows, std::size_t depth, std::size_t columns, std::size_t slice_elements)
      : m(rows),
        n(columns),
        pitch(rounded_up(depth, ResidueTile::depth)),
        b_lines(rounded_up(columns, line_group)),
        norm_parts(blocks_for(depth, norm_rows)),
        doubles(rounded_up(n * (norm_parts + 1), 16)),
        words(rounded_up(words_before_lines + 2 * all_lines(), 32)) {
    constexpr std::size_t least_rows = 256;
    const std::size_t fitting = slice_elements / b_lines / least_rows * least_rows;
    slice_rows = std::min(m, std::max(fitting, least_rows));
    // Not less for fewer columns: what a plan counts is of its largest tiles.
    slice_bytes = modulus_count * std::min(m * b_lines, std::max(slice_elements, least_rows * b_lines));
  }
  std::size_t all_lines() const { return m + n; }
  std::size_t bytes() const {
    return doubles * sizeof(double) + words * sizeof(unsigned) + modulus_count * pitch * (m + b_lines) +
           slice_bytes;
  }

  static constexpr std::size_t words_before_lines = 2;
  std::size_t m, n, pitch, b_lines, norm_parts, doubles, words, slice_rows, slice_bytes;
};

class IntegerScratch {
 public:
  IntegerScratch(const ScratchSizes& sizes, GpuStream stream)
      : sizes_(sizes), memory_(sizes.bytes(), stream) {
    check_cuda(
        cudaMemsetAsync(words(), 0,
                        (ScratchSizes::words_before_lines + sizes_.all_lines()) * sizeof(unsigned), stream),
        "memset of findings");
  }

  const ScratchSizes& sizes() const { return sizes_; }
  IntegerFindings findings() const { return {words(), words() + 1}; }
  Condition when(bool needs_float64) const { return {words(), needs_float64 ? 1u : 0u}; }
  IntegerLines a_lines() const {
    unsigned* const smalls = words() + ScratchSizes::words_before_lines;
    return {reinterpret_cast<int*>(smalls + sizes_.all_lines()), smalls};
  }
  IntegerLines b_lines() const { return {a_lines().exponents + sizes_.m, a_lines().smalls + sizes_.m}; }
  double* column_scales() const { return static_cast<double*>(memory_.data()); }
  double* column_squares() const { return column_scales() + sizes_.n; }
  ResiduePlanes a_residues() const {
    return {reinterpret_cast<std::uint8_t*>(words() + sizes_.words), sizes_.pitch, sizes_.m};
  }
  ResiduePlanes b_residues() const { return {after(a_residues()), sizes_.pitch, sizes_.b_lines}; }
  /// The residues of a slice of `rows` rows.
  ResiduePlanes c_residues(std::size_t rows) const { return {after(b_residues()), sizes_.b_lines, rows}; }

 private:
  static std::uint8_t* after(const ResiduePlanes& planes) { return planes.data + planes.bytes(); }
  unsigned* words() const { return reinterpret_cast<unsigned*>(column_scales() + sizes_.doubles); }

  ScratchSizes sizes_;
  PooledMemory memory_;
};

void split_into_residues(MatrixView<const double> a, MatrixView<const double> b,
                         const IntegerScratch& scratch, GpuStream stream) {
  const double small = small_integer(a.columns);
  const IntegerFindings findings = scratch.findings();
  split_rows_into_residues<<<static_cast<unsigned>(a.rows), residue_threads, 0, stream>>>(
      a, rows_are_aligned(a), small, scratch.a_lines(), scratch.a_residues(), findings);
  check_launch("split_rows_into_residues");
  const auto columns = static_cast<unsigned>(blocks_for(b.columns, residue_threads));
  const std::size_t norm_blocks = std::min(scratch.sizes().norm_parts, most_blocks_down);
  add_column_squares<<<dim3(columns, static_cast<unsigned>(norm_blocks)), residue_threads, 0, stream>>>(
      b, scratch.column_squares());
  check_launch("add_column_squares");
  find_column_exponents<<<columns, residue_threads, 0, stream>>>(
      scratch.column_squares(), scratch.sizes().norm_parts, b.columns, scratch.b_lines(),
      scratch.column_scales(), findings);
  check_launch("find_column_exponents");
  const ResiduePlanes planes = scratch.b_residues();
  const std::size_t tiles_down = std::min(planes.pitch / column_tile_depth, most_blocks_down);
  const dim3 tiles(static_cast<unsigned>(planes.lines / column_tile), static_cast<unsigned>(tiles_down));
  split_columns_into_residues<<<tiles, residue_threads, 0, stream>>>(b, scratch.column_scales(), small,
                                                                     scratch.b_lines(), planes, findings);
  check_launch("split_columns_into_residues");
  constexpr int judge_threads = 1024;
  const std::size_t most_smalls = a.columns / 4 + (planes.pitch - a.columns);
  judge_integers<<<1, judge_threads, 0, stream>>>(scratch.a_lines().smalls, scratch.sizes().all_lines(),
                                                  most_smalls, findings);
  check_launch("judge_integers");
}

/// `lines` lines from `first` on, in boxes of `rows` of them.
CUtensorMap describe(const ResiduePlanes& planes, std::size_t first, std::size_t lines, unsigned rows) {
  return describe_boxes(
      CU_TENSOR_MAP_DATA_TYPE_UINT8, planes.line(0, first), {planes.pitch, lines, std::size_t{modulus_count}},
      {planes.pitch, planes.bytes_of_one()}, {ResidueTile::depth, rows, 1}, CU_TENSOR_MAP_SWIZZLE_128B);
}

Moduli all_moduli() {
  Moduli moduli{};
  for (int i = 0; i < modulus_count; ++i) moduli.values[i] = modulus_at(i);
  return moduli;
}

/// c = the product of b and of a's rows from `first_row` on, or c += it: no more rows than a slice has.
void multiply_slice(std::size_t first_row, MatrixView<double> c, Into into, const IntegerScratch& scratch,
                    GpuStream stream) {
  using Tile = ResidueTile;
  permit_shared_memory<multiply_residues>(Tile::shared_bytes, "multiply_residues");
  const auto clusters = static_cast<std::size_t>(multiprocessors()) / Tile::cluster;
  const ResiduePlanes a = scratch.a_residues(), b = scratch.b_residues(),
                      product = scratch.c_residues(c.rows);
  const std::size_t tiles = std::size_t{Tile::Tiles(c.rows, c.columns).count()} * modulus_count;
  const auto blocks = static_cast<unsigned>(std::min(tiles, clusters)) * Tile::cluster;
  multiply_residues<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
      describe(a, first_row, c.rows, Tile::rows), describe(b, 0, b.lines, Tile::columns / Tile::cluster),
      static_cast<int>(a.pitch / Tile::depth), product, c.columns, all_moduli(), scratch.when(false));
  check_launch("multiply_residues");
  const dim3 fours(static_cast<unsigned>(blocks_for(c.columns, 4 * residue_threads)),
                   static_cast<unsigned>(std::min(c.rows, most_blocks_down)));
  recombine_residues<<<fours, residue_threads, 0, stream>>>(
      product, scratch.a_lines().exponents + first_row, scratch.b_lines().exponents, c, rows_are_aligned(c),
      into == Into::sum, scratch.when(false));
  check_launch("recombine_residues");
}

template <int CopyBytes>
__global__ void __launch_bounds__(BestTensorTile::threads, BestTensorTile::blocks_at_once)
    multiply_in_float64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                        bool add, bool c_aligned, TileParts parts, Condition condition) {
  if (condition.holds())
    compute_tensor_tile<BestTensorTile, CopyBytes>(a, b, c, add, c_aligned, parts, nullptr);
}

/// gpu-tensor-fp64, if `condition` holds.
template <int CopyBytes>
void multiply_if(Condition condition, MatrixView<const double> a, MatrixView<const double> b,
                 MatrixView<double> c, Into into, GpuStream stream) {
  using Tile = BestTensorTile;
  auto* const kernel = &multiply_in_float64<CopyBytes>;
  permit_shared_memory<multiply_in_float64<CopyBytes>>(Tile::shared_bytes, "multiply_in_float64");
  const TileParts parts = whole_tiles(blocks_for(c.rows, Tile::rows) * blocks_for(c.columns, Tile::columns));
  kernel<<<parts.blocks(), Tile::threads, Tile::shared_bytes, stream>>>(
      a, b, c, into == Into::sum, rows_are_aligned(c), parts, condition);
  check_launch("multiply_in_float64");
}

/// The factors become residues when they are taken; those of c are there for a slice at a time.
class ResiduePanels : public PanelProduct<double> {
 public:
  explicit ResiduePanels(std::size_t slice_elements) : slice_elements_(slice_elements) {}

  std::size_t scratch_bytes(std::size_t rows, std::size_t depth, std::size_t columns) const override {
    if (!can_use_residues(rows, depth, columns)) return 0;
    return ScratchSizes(rows, depth, columns, slice_elements_).bytes();
  }
  PanelCosts costs() const override {
    return {
        .multiply_adds_per_second = 43e12, .element_of_c_seconds = 12e-12, .panel_element_seconds = 9e-12};
  }

  void take(MatrixView<const double> a, MatrixView<const double> b, GpuStream stream) override {
    a_ = a;
    b_ = b;
    scratch_.reset();
    if (!can_use_residues(a.rows, a.columns, b.columns)) return;
    scratch_.emplace(ScratchSizes(a.rows, a.columns, b.columns, slice_elements_), stream);
    split_into_residues(a, b, *scratch_, stream);
  }

  void multiply(std::size_t first_row, MatrixView<double> c, Into into, GpuStream stream) override {
    const MatrixView<const double> a = a_.block(first_row, 0, c.rows, a_.columns);
    if (!scratch_) return multiply_tensor_fp64(a, b_, c, into, stream);
    const std::size_t slice = scratch_->sizes().slice_rows;
    for (std::size_t first = 0; first < c.rows; first += slice) {
      const std::size_t rows = std::min(slice, c.rows - first);
      multiply_slice(first_row + first, c.block(first, 0, rows, c.columns), into, *scratch_, stream);
    }
    const Condition condition = scratch_->when(true);
    if (rows_are_aligned(a) && rows_are_aligned(b_))
      return multiply_if<16>(condition, a, b_, c, into, stream);
    multiply_if<sizeof(double)>(condition, a, b_, c, into, stream);
  }

 private:
  std::size_t slice_elements_;
  MatrixView<const double> a_{}, b_{};
  std::optional<IntegerScratch> scratch_;
};

}  // namespace

std::unique_ptr<PanelProduct<double>> ozaki_int8_panels(std::size_t slice_elements) {
  return std::make_unique<ResiduePanels>(slice_elements);
}

void matmul_gpu_ozaki_int8(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                           GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  ResiduePanels factors(std::numeric_limits<std::size_t>::max());
  factors.take(a, b, stream);
  factors.multiply(0, c, Into::empty, stream);
}

}  // namespace kernels
