#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/per_device.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/fused_plan.hpp"
#include "kernels/matmul/hopper/fused_products.hpp"
#include "kernels/matmul/hopper/fused_split.cuh"

namespace kernels::hopper {
namespace {

/// Tiles whose sums may be long.
template <std::size_t kind>
using LongTile =
    FusedTile<fused_kinds[kind].rows / 64, fused_kinds[kind].columns, fused_kinds[kind].blocks_at_once, true>;

bool is_in_vectors(const ProductBatch& batch) {
  return rows_are_in_vectors(batch.a, batch.a_distance) && rows_are_in_vectors(batch.c, batch.c_distance);
}

/// A launch of clusters of `parts` blocks.
class Launch {
 public:
  Launch(unsigned parts, unsigned threads, std::size_t shared_bytes, std::size_t clusters, GpuStream stream) {
    attributes_[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes_[0].val.programmaticStreamSerializationAllowed = 1;
    attributes_[1].id = cudaLaunchAttributeClusterDimension;
    attributes_[1].val.clusterDim = {parts, 1, 1};
    config_.gridDim = static_cast<unsigned>(clusters) * parts;
    config_.blockDim = threads;
    config_.dynamicSmemBytes = shared_bytes;
    config_.stream = stream;
    config_.attrs = attributes_.data();
    config_.numAttrs = parts > 1 ? 2 : 1;
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;
  const cudaLaunchConfig_t& config() const { return config_; }

 private:
  std::array<cudaLaunchAttribute, 2> attributes_{};
  cudaLaunchConfig_t config_{};
};

template <class Tile, bool in_vectors>
void launch(FusedProducts products, std::size_t count, GpuStream stream) {
  permit_shared_memory<multiply_fused<Tile, in_vectors>>(Tile::shared_bytes, "multiply_fused");
  // As many products as a grid has room for.
  const std::size_t each = std::size_t{products.tiles} * products.parts;
  const std::size_t most = std::max<std::size_t>(std::numeric_limits<int>::max() / each, 1);
  for (std::size_t done = 0; done < count; done += most) {
    const std::size_t now = std::min(most, count - done);
    const Launch launch(products.parts, Tile::threads, Tile::shared_bytes, now * products.tiles, stream);
    check_cuda(cudaLaunchKernelEx(&launch.config(), multiply_fused<Tile, in_vectors>, products),
               "multiply_fused");
    products.a.data += now * products.a_distance;
    products.b.data += now * products.b_distance;
    products.c.data += now * products.c_distance;
  }
}

template <class Tile>
void launch(const ProductBatch& batch, std::size_t parts, std::size_t part_slices, GpuStream stream) {
  const MatrixView<float>& c = batch.c;
  const std::size_t tiles =
      (c.rows + Tile::rows - 1) / Tile::rows * ((c.columns + Tile::columns - 1) / Tile::columns);
  const FusedProducts products{batch.a,
                               batch.b,
                               batch.c,
                               batch.a_distance,
                               batch.b_distance,
                               batch.c_distance,
                               static_cast<unsigned>(tiles),
                               static_cast<unsigned>(parts),
                               static_cast<unsigned>(part_slices)};
  if (is_in_vectors(batch)) return launch<Tile, true>(products, batch.count, stream);
  launch<Tile, false>(products, batch.count, stream);
}

/// How many clusters of so many blocks the current GPU has room for.
using ClustersAtOnce = std::array<std::size_t, largest_fused_cluster + 1>;
template <std::size_t kind>
const ClustersAtOnce& clusters_at_once() {
  using Tile = LongTile<kind>;
  static PerDevice<ClustersAtOnce> known;
  return known.get([] {
    permit_shared_memory<multiply_fused<Tile, false>>(Tile::shared_bytes, "multiply_fused");
    ClustersAtOnce clusters{};
    for (std::size_t parts = 1; parts < clusters.size(); ++parts) {
      const Launch launch(static_cast<unsigned>(parts), Tile::threads, Tile::shared_bytes, 1, nullptr);
      int found = 0;
      check_cuda(cudaOccupancyMaxActiveClusters(&found, multiply_fused<Tile, false>, &launch.config()),
                 "cudaOccupancyMaxActiveClusters");
      clusters.at(parts) = static_cast<std::size_t>(found);
    }
    return clusters;
  });
}

std::size_t processors() {
  static const auto count = static_cast<std::size_t>(multiprocessors());
  return count;
}

using Kinds = std::make_index_sequence<fused_kinds.size()>;

template <std::size_t... kinds>
FusedPlan plan(const ProductBatch& batch, std::index_sequence<kinds...>) {
  const std::array<const ClustersAtOnce*, sizeof...(kinds)> room = {&clusters_at_once<kinds>()...};
  return plan_fused(batch.count * batch.c.rows, batch.a.columns, batch.c.columns, is_in_vectors(batch),
                    processors(),
                    [&](std::size_t kind, std::size_t parts) { return room.at(kind)->at(parts); });
}

template <std::size_t... kinds>
void multiply_by(const FusedPlan& plan, const ProductBatch& batch, GpuStream stream,
                 std::index_sequence<kinds...>) {
  ((plan.kind == kinds ? launch<LongTile<kinds>>(batch, plan.parts, plan.part_slices, stream) : void()), ...);
}

/// A tile for batches of short sums, and what it costs: the time for an element, tiles of 128 x 128 being 1, times all
/// elements of a product's tiles, those outside of it included.
template <int groups, int columns, int blocks_at_once>
struct BatchTile : FusedTile<groups, columns, blocks_at_once, false> {
  using Tile = FusedTile<groups, columns, blocks_at_once, false>;
  static double cost(const ProductBatch& batch, double element) {
    const std::size_t down = (batch.c.rows + Tile::rows - 1) / Tile::rows;
    const std::size_t across = (batch.c.columns + Tile::columns - 1) / Tile::columns;
    return element * static_cast<double>(down * Tile::rows * across * Tile::columns);
  }
};

void multiply_batch(const ProductBatch& batch, GpuStream stream) {
  using Small = BatchTile<1, 64, 4>;
  using Wide80 = BatchTile<1, 80, 4>;
  using Wide96 = BatchTile<1, 96, 4>;
  using Wide144 = BatchTile<1, 144, 3>;
  using High = BatchTile<2, 96, 2>;
  using Large = BatchTile<2, 128, 2>;
  using Square192 = BatchTile<3, 192, 1>;
  const std::size_t slices = (batch.a.columns + fused_depth - 1) / fused_depth;
  // As seen on an H200 with 10,000 products of 63 to 256 a side.
  const double costs[] = {Small::cost(batch, 1.25),    Wide80::cost(batch, 1.26), Wide96::cost(batch, 1.31),
                          Wide144::cost(batch, 1.3),   High::cost(batch, 1.1),    Large::cost(batch, 1),
                          Square192::cost(batch, 0.95)};
  switch (std::ranges::min_element(costs) - std::begin(costs)) {
    case 0:
      return launch<Small::Tile>(batch, 1, slices, stream);
    case 1:
      return launch<Wide80::Tile>(batch, 1, slices, stream);
    case 2:
      return launch<Wide96::Tile>(batch, 1, slices, stream);
    case 3:
      return launch<Wide144::Tile>(batch, 1, slices, stream);
    case 4:
      return launch<High::Tile>(batch, 1, slices, stream);
    case 5:
      return launch<Large::Tile>(batch, 1, slices, stream);
    default:
      return launch<Square192::Tile>(batch, 1, slices, stream);
  }
}

}  // namespace

bool can_fuse(const ProductBatch& batch) {
  constexpr std::size_t shortest_sum = 32, most = std::size_t{1} << 30;
  const std::size_t m = batch.c.rows, k = batch.a.columns, n = batch.c.columns;
  return k >= shortest_sum && m > 0 && n > 0 && std::max({m, k, n}) <= most &&
         std::max({m * batch.a.stride, k * batch.b.stride, m * batch.c.stride}) <= most;
}

bool multiply_fused_if_faster(const ProductBatch& product, GpuStream stream) {
  if (!can_fuse(product)) return false;
  const FusedPlan chosen = plan(product, Kinds());
  if (chosen.us >= split_beforehand_us(product.c.rows, product.a.columns, product.c.columns, processors()))
    return false;
  multiply_by(chosen, product, stream, Kinds());
  return true;
}

void multiply_fused(const ProductBatch& batch, GpuStream stream) {
  constexpr std::size_t longest_short_sum = 256;
  if (batch.count == 1 || batch.a.columns > longest_short_sum) {
    return multiply_by(plan(batch, Kinds()), batch, stream, Kinds());
  }
  multiply_batch(batch, stream);
}

}  // namespace kernels::hopper
