#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "runner/emulator/runtime/counters/tree_steps.hpp"
#include "runner/emulator/runtime/counters/warp_access.hpp"

namespace cuda_emulator {

/// What is counted of kernels: accesses to memory, and where their threads meet.
enum class Counted : std::uint8_t {
  load,
  store,
  atomic,
  shared_load,
  shared_store,
  shared_atomic,
  warp_operation,
  tensor_operation,
  barrier
};

inline constexpr bool is_of_shared_memory(Counted kind) {
  return kind >= Counted::shared_load && kind <= Counted::shared_atomic;
}
inline constexpr bool is_access(Counted kind) {
  return kind <= Counted::shared_atomic;
}
inline constexpr bool is_atomic(Counted kind) {
  return kind == Counted::atomic || kind == Counted::shared_atomic;
}

/// The distances between neighbouring lanes, and how many requests had each.
class Steps {
 public:
  struct Step {
    std::int64_t bytes = 0;
    std::uint64_t requests = 0;
  };
  /// Keeps the first few different distances: a place in the code rarely has more.
  void add(Step step);
  Steps& operator+=(const Steps& other);
  Step commonest() const;

 private:
  std::array<Step, 4> steps_;
};

/// What was counted of one instruction.
struct AccessCounts {
  std::uint64_t requests = 0;          ///< how often a warp executed it
  std::uint64_t lanes = 0;             ///< the lanes that took part, summed over all requests
  std::uint64_t gapped = 0;            ///< requests of every second or fourth lane
  std::uint64_t bytes = 0;             ///< what these lanes asked for
  std::uint64_t sectors = 0;           ///< of global memory
  std::uint64_t least_sectors = 0;     ///< the number needed if the lanes' bytes were adjacent
  std::uint64_t wavefronts = 0;        ///< of shared memory
  std::uint64_t least_wavefronts = 0;  ///< the number without bank conflicts
  std::uint64_t collisions = 0;        ///< of atomic operations on one address
  std::uintptr_t target = 0;           ///< the address of all atomic operations; 0 if there are several
  Steps steps;
  WarpAccess worst{};         ///< the request with the greatest excess
  unsigned worst_excess = 0;  ///< its sectors or wavefronts above the minimum
  IdleWarps idle;             ///< in a tree whose first step ended with this barrier

  void add(const WarpAccess& access, Counted kind, const AccessFigures& figures);
  AccessCounts& operator+=(const AccessCounts& other);
};

/// The shape of a grid, as far as it determines how many of its blocks fit on a multiprocessor.
struct LaunchedShape {
  unsigned threads;          ///< of a block
  std::size_t shared_bytes;  ///< of a block, static and dynamic
  unsigned resident_blocks;  ///< blocks that fit on a multiprocessor at once, by these two
  auto operator<=>(const LaunchedShape&) const = default;
};

/// Whether counters are wanted: CUDA_EMULATOR_COUNTERS names the file to write them to.
bool wants_counters();

/// Adds what one worker counted of a kernel at `code`. At its end, the program writes a line of JSON for each
/// kernel, source line and kind of access, starting with the one with the most traffic.
void add_counts(const char* kernel, const void* code, Counted kind, const AccessCounts& counts);

/// Adds a launch of so many blocks.
void add_launch(const char* kernel, const LaunchedShape& shape, std::uint64_t blocks);

}  // namespace cuda_emulator
