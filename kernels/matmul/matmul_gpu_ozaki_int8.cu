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
// With random data the roundings cancel, and 2^-58 |x| |y| is lost, of Euclidean norms, where sums in float64
// lose 2^-55 of them.
//
// That bound is by norms. What is promised (matmul.hpp) is gamma_K sum |x y|, and where lines have a few large
// elements, and those of a stand where b has small ones, it is less. So all lines' small elements are counted,
// below a threshold t. If no line has more than K / 4 of them, then in every pair of lines, half of the
// products are at least t^2, and sum |x y| >= K / 2 t^2; t is such that this is enough:
//     sqrt(K) L + K / 4 <= (K - 3) u K / 2 t^2,  u = 2^-53,
// with three roundings left for the result. For elements of one size, t is a sixth of it or less (of K = 64; a
// 20th for K = 8192).
// Otherwise, and where norms are out of reach, infinite or NaN, all is done as by gpu-tensor-fp64, unless
// rounding took nothing, as of whole numbers. The GPU finds that out, and nobody waits for it. Short sums, of
// few roundings, go there from the start. Sums may be as long as memory allows.
//
// Memory: 15 bytes for each element of a, b and c; 2.8 GiB for n = 8192. For compute capability 9.0 alone.
// hopper/ has the kernels, and NOTES.md: what was tried.

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/matmul/hopper/residue_product.cuh"
#include "kernels/matmul/hopper/residue_split.cuh"
#include "kernels/matmul/hopper/tensor_map.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/pooled_memory.hpp"
#include "kernels/matmul/tensor_fp64.cuh"

namespace kernels {

MatmulDeviceFunction<double> matmul_gpu_tensor_fp64;

namespace {

using namespace hopper;

constexpr std::size_t shortest_integer_sum = 64;
constexpr std::size_t most_blocks_down = 65535;

std::size_t rounded_up(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

std::size_t blocks_for(std::size_t items, std::size_t each) {
  return (items + each - 1) / each;
}

bool can_use_residues(MatrixView<const double> a, MatrixView<double> c) {
  constexpr std::size_t most = std::numeric_limits<int>::max() / 2;
  return a.columns >= shortest_integer_sum && std::max({a.columns, c.rows, c.columns}) <= most;
}

/// Below which elements count as small; see above.
double small_integer(std::size_t k) {
  const auto count = static_cast<double>(k);
  const double error = std::sqrt(count * squared_norm_limit) + count / 4;
  return std::sqrt(2 * error / (count * (count - 3) * 0x1p-53));
}

/// The device memory of one call.
class IntegerScratch {
 public:
  IntegerScratch(MatrixView<const double> a, MatrixView<const double> b, GpuStream stream)
      : m_(a.rows),
        n_(b.columns),
        all_lines_(m_ + n_),
        pitch_(rounded_up(a.columns, ResidueTile::depth)),
        b_lines_(rounded_up(n_, line_group)),
        norm_parts_(blocks_for(b.rows, norm_rows)),
        doubles_(rounded_up(n_ * (norm_parts_ + 1), 16)),
        words_(rounded_up(words_before_lines + 2 * all_lines_, 32)),
        memory_(doubles_ * sizeof(double) + words_ * sizeof(unsigned) + a_residues().bytes() +
                    b_residues().bytes() + c_residues().bytes(),
                stream) {
    check_cuda(cudaMemsetAsync(words(), 0, (words_before_lines + all_lines_) * sizeof(unsigned), stream),
               "memset of findings");
  }

  IntegerFindings findings() const { return {words(), words() + 1}; }
  Condition when(bool needs_float64) const { return {words(), needs_float64 ? 1u : 0u}; }
  std::size_t all_lines() const { return all_lines_; }
  IntegerLines a_lines() const {
    return {reinterpret_cast<int*>(words() + words_before_lines + all_lines_), words() + words_before_lines};
  }
  IntegerLines b_lines() const { return {a_lines().exponents + m_, a_lines().smalls + m_}; }
  std::size_t norm_parts() const { return norm_parts_; }
  double* column_scales() const { return static_cast<double*>(memory_.data()); }
  double* column_squares() const { return column_scales() + n_; }
  ResiduePlanes a_residues() const { return {residues(), pitch_, m_}; }
  ResiduePlanes b_residues() const { return {after(a_residues()), pitch_, b_lines_}; }
  ResiduePlanes c_residues() const { return {after(b_residues()), b_lines_, m_}; }

 private:
  static constexpr std::size_t words_before_lines = 2;
  /// Also while the size of memory_ is computed: then its place is unknown.
  std::uint8_t* residues() const { return reinterpret_cast<std::uint8_t*>(words() + words_); }
  static std::uint8_t* after(const ResiduePlanes& planes) { return planes.data + planes.bytes(); }
  unsigned* words() const { return reinterpret_cast<unsigned*>(column_scales() + doubles_); }

  std::size_t m_, n_, all_lines_, pitch_, b_lines_, norm_parts_, doubles_, words_;
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
  const std::size_t norm_blocks = std::min(scratch.norm_parts(), most_blocks_down);
  add_column_squares<<<dim3(columns, static_cast<unsigned>(norm_blocks)), residue_threads, 0, stream>>>(
      b, scratch.column_squares());
  check_launch("add_column_squares");
  find_column_exponents<<<columns, residue_threads, 0, stream>>>(
      scratch.column_squares(), scratch.norm_parts(), b.columns, scratch.b_lines(), scratch.column_scales(),
      findings);
  check_launch("find_column_exponents");
  const ResiduePlanes planes = scratch.b_residues();
  const std::size_t tiles_down = std::min(planes.pitch / column_tile_depth, most_blocks_down);
  const dim3 tiles(static_cast<unsigned>(planes.lines / column_tile), static_cast<unsigned>(tiles_down));
  split_columns_into_residues<<<tiles, residue_threads, 0, stream>>>(b, scratch.column_scales(), small,
                                                                     scratch.b_lines(), planes, findings);
  check_launch("split_columns_into_residues");
  constexpr int judge_threads = 1024;
  const std::size_t most_smalls = a.columns / 4 + (planes.pitch - a.columns);
  judge_integers<<<1, judge_threads, 0, stream>>>(scratch.a_lines().smalls, scratch.all_lines(), most_smalls,
                                                  findings);
  check_launch("judge_integers");
}

/// Boxes of `rows` lines.
CUtensorMap describe(const ResiduePlanes& planes, unsigned rows) {
  return describe_boxes(
      CU_TENSOR_MAP_DATA_TYPE_UINT8, planes.data, {planes.pitch, planes.lines, std::size_t{modulus_count}},
      {planes.pitch, planes.pitch * planes.lines}, {ResidueTile::depth, rows, 1}, CU_TENSOR_MAP_SWIZZLE_128B);
}

Moduli all_moduli() {
  Moduli moduli{};
  for (int i = 0; i < modulus_count; ++i) moduli.values[i] = modulus_at(i);
  return moduli;
}

void multiply_all_residues(MatrixView<double> c, const IntegerScratch& scratch, GpuStream stream) {
  using Tile = ResidueTile;
  static const cudaError_t permitted =
      cudaFuncSetAttribute(reinterpret_cast<const void*>(&multiply_residues),
                           cudaFuncAttributeMaxDynamicSharedMemorySize, Tile::shared_bytes);
  check_cuda(permitted, "shared memory of multiply_residues");
  static const auto clusters = static_cast<std::size_t>(multiprocessors()) / Tile::cluster;
  const ResiduePlanes a = scratch.a_residues(), b = scratch.b_residues();
  const std::size_t tiles = std::size_t{Tile::Tiles(c.rows, c.columns).count()} * modulus_count;
  const auto blocks = static_cast<unsigned>(std::min(tiles, clusters)) * Tile::cluster;
  multiply_residues<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
      describe(a, Tile::rows), describe(b, Tile::columns / Tile::cluster),
      static_cast<int>(a.pitch / Tile::depth), scratch.c_residues(), c.columns, all_moduli(),
      scratch.when(false));
  check_launch("multiply_residues");
  const dim3 fours(static_cast<unsigned>(blocks_for(c.columns, 4 * residue_threads)),
                   static_cast<unsigned>(std::min(c.rows, most_blocks_down)));
  recombine_residues<<<fours, residue_threads, 0, stream>>>(scratch.c_residues(), scratch.a_lines().exponents,
                                                            scratch.b_lines().exponents, c,
                                                            rows_are_aligned(c), scratch.when(false));
  check_launch("recombine_residues");
}

template <int CopyBytes>
__global__ void __launch_bounds__(BestTensorTile::threads, BestTensorTile::blocks_at_once)
    multiply_in_float64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                        bool c_aligned, TileParts parts, Condition condition) {
  if (condition.holds())
    compute_tensor_tile<BestTensorTile, CopyBytes>(a, b, c, false, c_aligned, parts, nullptr);
}

/// gpu-tensor-fp64, if `condition` holds.
template <int CopyBytes>
void multiply_if(Condition condition, MatrixView<const double> a, MatrixView<const double> b,
                 MatrixView<double> c, GpuStream stream) {
  using Tile = BestTensorTile;
  auto* const kernel = &multiply_in_float64<CopyBytes>;
  static const cudaError_t permitted = cudaFuncSetAttribute(
      reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize, Tile::shared_bytes);
  check_cuda(permitted, "shared memory of multiply_in_float64");
  const TileParts parts = whole_tiles(blocks_for(c.rows, Tile::rows) * blocks_for(c.columns, Tile::columns));
  kernel<<<parts.blocks(), Tile::threads, Tile::shared_bytes, stream>>>(a, b, c, rows_are_aligned(c), parts,
                                                                        condition);
  check_launch("multiply_in_float64");
}

}  // namespace

void matmul_gpu_ozaki_int8(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                           GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (!can_use_residues(a, c)) return matmul_gpu_tensor_fp64(a, b, c, stream);
  const IntegerScratch scratch(a, b, stream);
  split_into_residues(a, b, scratch, stream);
  multiply_all_residues(c, scratch, stream);
  if (rows_are_aligned(a) && rows_are_aligned(b)) return multiply_if<16>(scratch.when(true), a, b, c, stream);
  multiply_if<sizeof(double)>(scratch.when(true), a, b, c, stream);
}

}  // namespace kernels
