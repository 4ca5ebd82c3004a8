#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/hopper/packed_products.cuh"
#include "kernels/matmul/hopper/packed_products.hpp"

namespace kernels::hopper {
namespace {

/// Whether the matrices lie one after another, and the first begins at a multiple of 16 bytes.
template <class View>
bool is_packed(View first, std::size_t distance) {
  return first.stride == first.columns && distance == first.rows * first.columns &&
         reinterpret_cast<std::uintptr_t>(first.data) % 16 == 0;
}

}  // namespace

std::size_t multiply_packed_if_faster(const ProductBatch& batch, GpuStream stream) {
  using Tile = PackedTile;
  const std::size_t m = batch.c.rows, k = batch.a.columns, n = batch.c.columns;
  constexpr std::size_t most_groups = std::numeric_limits<std::int32_t>::max();
  const std::size_t groups = std::min(batch.count / Tile::products, most_groups);
  const std::size_t largest = std::max({m, k, n});
  // Smaller ones share a block's threads there. Rows of whole vectors are copied by vectors there.
  if (groups == 0 || largest > Tile::side || std::min(m, n) <= Tile::side / 2) return 0;
  if (k % 4 == 0 && n % 4 == 0) return 0;
  if (m * n > k * (m + n)) return 0;
  if (!is_packed(batch.a, batch.a_distance) || !is_packed(batch.b, batch.b_distance) ||
      !is_packed(batch.c, batch.c_distance)) {
    return 0;
  }
  const int rows = static_cast<int>(m), steps = static_cast<int>(k), columns = static_cast<int>(n);
  multiply_packed<<<static_cast<unsigned>(groups), Tile::threads, Tile::shared_bytes(rows, steps, columns),
                    stream>>>({batch.a.data, batch.b.data, batch.c.data, batch.a_distance, batch.b_distance,
                               batch.c_distance, groups * Tile::products, rows, steps, columns});
  check_launch("multiply_packed");
  return groups * Tile::products;
}

}  // namespace kernels::hopper
