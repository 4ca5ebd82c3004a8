#pragma once

#include <cstdint>

#include "runner/emulator/include/vector_types.h"

namespace cuda_emulator {

struct Fiber;

/// A CUDA thread of the block that runs.
struct alignas(64) Thread {
  uint3 index{};
  std::uint32_t number = 0;         ///< in the block; its warp is number / 32
  Fiber* fiber = nullptr;           ///< null until it is started
  const char* left_at = nullptr;    ///< the place in its stack where it waits
  const void* call_site = nullptr;  ///< where the barrier that it waits at was called
  std::uint64_t value = 0;          ///< what it brings to an operation of its warp
  std::uint64_t result = 0;         ///< what it takes from there
  std::uint32_t parameter = 0;
  bool at_block_scope = false;  ///< are its atomic operations now
  bool reached_end = false;     ///< of the kernel's body, and did not leave it by `return`
};

}  // namespace cuda_emulator
