#include "runner/emulator/runtime/api/launch_limits.hpp"

#include <cstdint>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/text.hpp"

namespace cuda_emulator {
namespace {

std::string extent(const dim3& shape) {
  return joined(shape.x, " x ", shape.y, " x ", shape.z);
}

bool is_empty(const dim3& shape) {
  return shape.x == 0 || shape.y == 0 || shape.z == 0;
}

std::string too_large(const char* what, std::uint64_t value, std::uint64_t most) {
  return joined(what, " is ", value, ", at most ", most, " is possible");
}

}  // namespace

std::string exceeded_limit(const LaunchShape& shape, std::size_t most_shared) {
  const dim3 &grid = shape.grid, &block = shape.block;
  if (is_empty(grid)) return joined("0 blocks: the grid is ", extent(grid));
  if (is_empty(block)) return joined("0 threads in a block: it is ", extent(block));
  // Each number alone first: a negative one that became unsigned could overflow the product.
  const bool small = block.x <= most_threads_of_block && block.y <= most_threads_of_block &&
                     block.z <= most_threads_of_block;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (!small || threads > most_threads_of_block) {
    const bool line = block.y == 1 && block.z == 1;
    const std::string given = line    ? joined(threads, " threads in a block")
                              : small ? joined(threads, " threads in a block (", extent(block), ")")
                                      : joined("a block of ", extent(block), " threads");
    return joined(given, ", at most ", most_threads_of_block, " are possible");
  }
  if (block.z > most_threads_in_z) return too_large("blockDim.z", block.z, most_threads_in_z);
  if (grid.x > most_blocks_in_x) return too_large("gridDim.x", grid.x, most_blocks_in_x);
  if (grid.y > most_blocks_in_y_or_z) return too_large("gridDim.y", grid.y, most_blocks_in_y_or_z);
  if (grid.z > most_blocks_in_y_or_z) return too_large("gridDim.z", grid.z, most_blocks_in_y_or_z);
  if (shape.shared_bytes <= most_shared) return "";
  const bool after_opt_in = shape.shared_bytes <= most_shared_bytes;
  return joined(shape.shared_bytes, " bytes of shared memory for a block, at most ", most_shared,
                " are possible", after_opt_in ? " without cudaFuncAttributeMaxDynamicSharedMemorySize" : "");
}

}  // namespace cuda_emulator
