#pragma once

#include <cstddef>

namespace cuda_emulator {

// The limits of the emulated device, which are those of a device of compute capability 9.0.
inline constexpr int capability_major = 9, capability_minor = 0;
inline constexpr unsigned lanes_of_warp = 32;
inline constexpr unsigned most_threads_of_block = 1024;
inline constexpr unsigned most_warps_of_block = most_threads_of_block / lanes_of_warp;
inline constexpr unsigned most_threads_in_z = 64;
inline constexpr unsigned most_blocks_in_x = 0x7fffffff;
inline constexpr unsigned most_blocks_in_y_or_z = 0xffff;
inline constexpr std::size_t shared_bytes_without_opt_in = 48 << 10;
inline constexpr std::size_t most_shared_bytes = 227 << 10;
inline constexpr std::size_t reserved_shared_bytes_of_block = 1 << 10;
inline constexpr std::size_t shared_bytes_of_multiprocessor = 228 << 10;
inline constexpr unsigned multiprocessors = 16;
inline constexpr unsigned most_threads_of_multiprocessor = 2048;
inline constexpr unsigned most_blocks_of_multiprocessor = 32;
inline constexpr int clock_kilohertz = 1000000;  ///< clock64() counts nanoseconds

}  // namespace cuda_emulator
