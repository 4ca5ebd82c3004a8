#pragma once

#include <cstddef>

#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// The number of tiles of 64 x 128 elements. What has fewer than the least, whose sums would be cut into too many
/// parts, is for clusters.
inline std::size_t stream_k_tiles(std::size_t m, std::size_t n) {
  return (m + 63) / 64 * ((n + 127) / 128);
}
constexpr std::size_t least_stream_k_tiles = 25;

/// Whether tiles of 128 x 64 elements, which are those of the transposed c, cover it by so many fewer that each thread may
/// store its elements one by one.
inline bool stream_k_transposes(std::size_t m, std::size_t n) {
  return 100 * stream_k_tiles(n, m) < 97 * stream_k_tiles(m, n);
}

/// How many blocks for each multiprocessor should multiply m x k and k x n by Stream-K; 0: another way is faster. On an
/// H100 it is the fastest where each block has up to six tiles: with more, those of one time are too far apart for the L2
/// cache. Where sums are short, three blocks at once lose more by adding parts than they gain; a copy of b, too, if its
/// rows are not aligned, is for larger products.
inline std::size_t stream_k_blocks(std::size_t m, std::size_t k, std::size_t n, bool b_aligned) {
  constexpr double many_products = 3.2e9;
  constexpr std::size_t most_tiles = 2400, longest_sum = 1'000'000;
  const double least_products = b_aligned ? 5e8 : 7e8;
  const auto products = static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  const std::size_t tiles = stream_k_tiles(m, n);
  if (products < least_products || tiles < least_stream_k_tiles || tiles > most_tiles || k > longest_sum)
    return 0;
  return products < many_products ? 2 : 3;
}

/// kernels::multiply_register_tiles for compute capability 9.0: c = a b, or c += a b, by up to `blocks` blocks, which
/// may all run at once, each of which multiplies as much as any other. No factor is empty; the slices of all tiles, 64
/// x 128 elements of c and 16 products deep, are fewer than 2^32.
void multiply_stream_k(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                       std::size_t blocks, GpuStream stream);

}  // namespace kernels::hopper
