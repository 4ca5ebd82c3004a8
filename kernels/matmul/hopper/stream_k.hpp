#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// The number of tiles of 64 x 128 elements. What has fewer than the least, whose sums would be cut into too many
/// parts, is for clusters.
inline std::size_t stream_k_tiles(std::size_t m, std::size_t n) {
  return (m + 63) / 64 * ((n + 127) / 128);
}
constexpr std::size_t least_stream_k_tiles = 25;

/// How a product is computed by Stream-K.
struct StreamK {
  enum class Way {
    a_beforehand,  ///< a is transposed before
    a_on_the_way,  ///< where its rows are aligned, a is transposed by the copying warps
    c_transposed,  ///< as a_beforehand; tiles are those of the transposed c
  };
  std::size_t blocks_at_once;  ///< on a multiprocessor
  Way way;
};

/// Which matrices have aligned rows.
struct AlignedRows {
  bool a, b, c;
};

/// How to multiply m x k and k x n by Stream-K; nothing where another way is faster. The figures are of an H200
/// (laboratory/notes/matmul.md). With more than some tiles, those of one time are too far apart for the L2 cache, unless sums
/// are short. Below some products, three blocks at once lose more by adding parts than they gain.
inline std::optional<StreamK> stream_k_plan(std::size_t m, std::size_t k, std::size_t n,
                                            AlignedRows aligned) {
  constexpr std::size_t most_tiles = 2400, short_sum = 256, longest_sum = 1'000'000;
  const double steps = static_cast<double>(m) * static_cast<double>(k);
  const double products = steps * static_cast<double>(n);
  const std::size_t tiles = stream_k_tiles(m, n), tiles_of_transposed = stream_k_tiles(n, m);
  if (products < (aligned.b ? 5e8 : 7e8) || tiles < least_stream_k_tiles || k > longest_sum) return {};

  const auto product_us = [&](std::size_t count) {
    return static_cast<double>(count) * 64 * 128 * static_cast<double>(k) / 25e6;
  };
  const double pass_us = 3 + 2.2e-6 * steps;  // over a
  const double beforehand_us = pass_us + product_us(tiles);
  // Elements of the transposed c are stored one by one. Large rows that are not aligned are stored no faster.
  const double gain_us =
      aligned.c || products < 3.9e9 ? 0 : 3e-6 * static_cast<double>(m) * static_cast<double>(n);
  const double loss = gain_us > 0 ? 1 : 1.03;
  const double transposed_us = pass_us + loss * product_us(tiles_of_transposed) - gain_us;
  // Reads by the copying warp delay those by the others.
  const double on_the_way_us = 2 + 1.065 * product_us(tiles);
  if (aligned.a && n < m / 2 && on_the_way_us < std::min(beforehand_us, transposed_us)) {
    return StreamK{products < 1.1e9 ? 2u : 3u, StreamK::Way::a_on_the_way};
  }
  if (tiles > most_tiles && k >= short_sum) return {};
  return StreamK{products < 3.2e9 ? 2u : 3u,
                 transposed_us < beforehand_us ? StreamK::Way::c_transposed : StreamK::Way::a_beforehand};
}

/// kernels::multiply_register_tiles for compute capability 9.0: c = a b, or c += a b, by up to `blocks` blocks, which may all
/// run at once, each of which multiplies as much as any other. No factor is empty; the slices of all tiles, 64 x 128
/// elements of c and 16 products deep, are fewer than 2^32.
void multiply_stream_k(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                       StreamK how, std::size_t blocks, GpuStream stream);

}  // namespace kernels::hopper
