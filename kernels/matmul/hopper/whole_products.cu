#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/per_device.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/whole_products.cuh"
#include "kernels/matmul/hopper/whole_products.hpp"

namespace kernels::hopper {
namespace {

template <bool in_vectors>
void launch(const ProductBatch& batch, GpuStream stream) {
  using Tile = WholeTile<in_vectors>;
  static PerDevice<unsigned> resident;
  permit_shared_memory<multiply_whole<Tile>>(Tile::shared_bytes, "multiply_whole");
  const std::size_t most =
      resident.get([] { return resident_blocks(&multiply_whole<Tile>, Tile::threads, Tile::shared_bytes); });
  const auto blocks = static_cast<unsigned>(std::min(most, batch.count));
  multiply_whole<Tile><<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
      {batch.a.data, batch.b.data, batch.c.data, batch.a_distance, batch.b_distance, batch.c_distance,
       batch.count, static_cast<int>(batch.c.rows), static_cast<int>(batch.a.columns),
       static_cast<int>(batch.c.columns)});
  check_launch("multiply_whole");
}

template <class View>
bool is_contiguous(View matrix) {
  return matrix.stride == matrix.columns;
}

}  // namespace

bool multiply_whole_if_faster(const ProductBatch& batch, GpuStream stream) {
  constexpr std::size_t largest = WholeTile<true>::side;
  const std::size_t side = std::max({batch.c.rows, batch.a.columns, batch.c.columns});
  if (batch.count < 2 || side > largest || !can_fuse(batch)) return false;
  if (!is_contiguous(batch.a) || !is_contiguous(batch.b) || !is_contiguous(batch.c)) return false;
  const bool in_vectors = rows_are_in_vectors(batch.a, batch.a_distance) &&
                          rows_are_in_vectors(batch.b, batch.b_distance) &&
                          rows_are_in_vectors(batch.c, batch.c_distance);
  // As seen on an H200 with 10,000 products.
  const std::size_t largest_of_whole_factors = in_vectors ? 40 : 32;
  if (side <= largest_of_whole_factors) return false;
  in_vectors ? launch<true>(batch, stream) : launch<false>(batch, stream);
  return true;
}

}  // namespace kernels::hopper
