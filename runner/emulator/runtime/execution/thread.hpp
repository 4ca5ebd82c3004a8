#pragma once

#include <cstdint>

#include "runner/emulator/include/vector_types.h"

namespace cuda_emulator {

struct Fiber;

/// A CUDA thread of the running block.
struct alignas(64) Thread {
  uint3 index{};
  std::uint32_t number = 0;         ///< in the block; its warp is number / 32
  Fiber* fiber = nullptr;           ///< null until it is started
  const char* left_at = nullptr;    ///< the place in its stack where it waits
  const void* call_site = nullptr;  ///< the call of the barrier at which it waits
  std::uint64_t value = 0;          ///< its input to an operation of its warp
  std::uint64_t result = 0;         ///< its result of that operation
  std::uint32_t parameter = 0;
  bool at_block_scope = false;  ///< whether its atomic operations have block scope now
  bool reached_end = false;     ///< reached the end of the kernel's body, not a `return`
};

}  // namespace cuda_emulator
