#pragma once

#include <cstdint>

namespace cuda_emulator {

/// What kernels do to memory.
enum class CountedAccess : std::uint8_t { load, store, atomic, shared_load, shared_store, shared_atomic };

inline constexpr bool is_of_shared_memory(CountedAccess access) {
  return access >= CountedAccess::shared_load;
}

/// What was counted of one instruction.
struct AccessCounts {
  std::uint64_t requests = 0;          ///< how often a warp came to it
  std::uint64_t lanes = 0;             ///< the lanes that took part, all requests together
  std::uint64_t bytes = 0;             ///< what these lanes asked for
  std::uint64_t sectors = 0;           ///< of global memory
  std::uint64_t wavefronts = 0;        ///< of shared memory
  std::uint64_t least_wavefronts = 0;  ///< without a conflict of banks
  std::uint64_t collisions = 0;        ///< of atomic operations on one address

  AccessCounts& operator+=(const AccessCounts& other);
};

/// Whether counters are wanted: CUDA_EMULATOR_COUNTERS names the file to write them to.
bool wants_counters();

/// Adds what one worker counted of a kernel at `code`. At its end the program writes a line of JSON for each kernel, line
/// of the source and kind of access, the one with the most traffic first.
void add_counts(const char* kernel, const void* code, CountedAccess access, const AccessCounts& counts);

}  // namespace cuda_emulator
