#include "runner/emulator/runtime/api/launch_limits.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/text.hpp"

namespace cuda_emulator {
namespace {

std::mutex limits_mutex;
std::map<std::pair<int, const KernelRow*>, std::size_t> limits;  ///< by device and kernel

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

std::size_t static_shared_bytes(const KernelRow& kernel) {
  std::size_t bytes = 0;
  for (std::size_t n = 0; n < kernel.shared_count; ++n) bytes += kernel.shared[n]->bytes;
  return bytes;
}

std::size_t shared_bytes_limit(const KernelRow* kernel) {
  const std::lock_guard lock(limits_mutex);
  const auto found = limits.find({current_device(), kernel});
  return found == limits.end() ? shared_bytes_without_opt_in : found->second;
}

void raise_shared_bytes_limit(const KernelRow& kernel, std::size_t dynamic_bytes) {
  const std::lock_guard lock(limits_mutex);
  limits[{current_device(), &kernel}] =
      std::max(shared_bytes_without_opt_in, static_shared_bytes(kernel) + dynamic_bytes);
}

std::string exceeded_limit(const LaunchShape& shape, const KernelRow* kernel) {
  const dim3 &grid = shape.grid, &block = shape.block;
  if (is_empty(grid)) return joined("0 blocks: the grid is ", extent(grid));
  if (is_empty(block)) return joined("0 threads in a block: it is ", extent(block));
  // Checks each number alone first: a negative one that became unsigned could make the product overflow.
  const bool small = block.x <= most_threads_of_block && block.y <= most_threads_of_block &&
                     block.z <= most_threads_of_block;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (!small || threads > most_threads_of_block) {
    const bool line = block.y == 1 && block.z == 1;
    const std::string given = line    ? joined(threads, " threads in a block")
                              : small ? joined(threads, " threads in a block (", extent(block), ")")
                                      : joined("a block of ", extent(block), " threads");
    // Probably kernel<<<threads, blocks>>>: the launch would be possible with the two exchanged.
    const bool may_be_exchanged =
        line && grid.y == 1 && grid.z == 1 && grid.x > 1 && grid.x <= most_threads_of_block;
    const std::string hint = may_be_exchanged
                                 ? joined("; <<<", grid.x, ", ", threads, ">>> is ", grid.x, " blocks of ",
                                          threads, " threads: blocks come first, are the two exchanged?")
                                 : "";
    return joined(given, ", at most ", most_threads_of_block, " are possible", hint);
  }
  if (block.z > most_threads_in_z) return too_large("blockDim.z", block.z, most_threads_in_z);
  if (grid.x > most_blocks_in_x) return too_large("gridDim.x", grid.x, most_blocks_in_x);
  if (grid.y > most_blocks_in_y_or_z) return too_large("gridDim.y", grid.y, most_blocks_in_y_or_z);
  if (grid.z > most_blocks_in_y_or_z) return too_large("gridDim.z", grid.z, most_blocks_in_y_or_z);
  if (kernel && kernel->max_threads && threads > kernel->max_threads) {
    return joined(threads, " threads in a block, and the kernel's __launch_bounds__ are ",
                  kernel->max_threads);
  }
  const std::size_t static_bytes = kernel ? static_shared_bytes(*kernel) : 0,
                    most = shared_bytes_limit(kernel), wanted = static_bytes + shape.shared_bytes;
  if (wanted <= most) return "";
  const std::string parts = static_bytes ? joined(" (", static_bytes, " of its variables and ",
                                                  shape.shared_bytes, " dynamic ones)")
                                         : "";
  return joined(wanted, " bytes of shared memory for a block", parts, ", at most ", most, " are possible",
                wanted <= most_shared_bytes ? " without cudaFuncAttributeMaxDynamicSharedMemorySize" : "");
}

}  // namespace cuda_emulator
