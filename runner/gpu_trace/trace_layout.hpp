#pragma once

// The page that a CUDA program's process and the runner share: gpu_trace writes it while the program runs,
// and the runner reads it after the program's end, however it ended. The program can write here too: the
// runner treats every number as a claim, and every text as bytes that may not be terminated.

#include <array>
#include <cstdint>
#include <type_traits>

namespace gpu_trace {

inline constexpr std::uint32_t layout_version = 1;
inline constexpr std::size_t most_processes = 8;
inline constexpr std::size_t most_kernels = 64;  ///< the last one takes all later ones
inline constexpr std::size_t most_errors = 16;   ///< likewise

/// The environment variable that names the file with a Trace.
inline constexpr const char* file_variable = "WARP_JUDGE_GPU_TRACE";

/// All copies in one direction.
struct Transfers {
  std::uint64_t count, bytes, total_ns;
};

/// The resource that limits the number of resident warps.
enum class OccupancyLimit : std::uint32_t { unknown, threads, registers, shared_memory, blocks, barriers };

struct Kernel {
  std::array<char, 192> name;  ///< demangled
  std::uint64_t launches, completed, total_ns, longest_ns;
  std::uint32_t registers;     ///< of a thread
  std::uint32_t shared_bytes;  ///< of a block, static and dynamic
  std::uint32_t local_bytes;   ///< of a thread
  std::int32_t block[3], grid[3];
  OccupancyLimit limit;
  float occupancy;  ///< resident warps, at most, of what a multiprocessor holds; 0: not known
};

struct Error {
  std::array<char, 64> call;
  std::array<char, 64> name;
  std::int32_t code;
  std::uint32_t count;
};

enum class State : std::uint32_t {
  unused,
  loaded,   ///< the program has used CUDA
  started,  ///< it has a context
  ended,    ///< regularly, with all known data written
};

/// One process that used CUDA.
struct Process {
  State state;
  std::int32_t process_id;
  std::uint64_t loaded_ns, started_ns;  ///< on the monotonic clock
  Transfers copy_in, copy_out, copy_device, memset;
  std::uint64_t managed_to_device_bytes, managed_to_host_bytes;
  std::uint32_t has_managed;        ///< moves of managed memory are counted
  std::uint32_t is_unsynchronized;  ///< something was launched and not waited for
  std::uint64_t kernel_launches, kernels_total_ns, kernels_busy_ns;
  std::uint64_t memory_bytes, peak_memory_bytes, unfreed_bytes;  ///< of the GPU
  std::uint32_t kernel_count, error_count;
  std::array<Kernel, most_kernels> kernels;
  std::array<Error, most_errors> errors;
  std::array<char, 256> missing;  ///< why there is no data; empty: there is
};

struct Trace {
  std::uint32_t version;
  std::uint32_t processes;  ///< that used CUDA; those beyond most_processes are only counted
  std::array<Process, most_processes> process;
};

static_assert(std::is_trivially_copyable_v<Trace>);

}  // namespace gpu_trace
