#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

/// Reports that `access` of a kernel needs an address that is a multiple of `alignment`.
void report_misaligned(const void* address, const std::string& access, std::size_t alignment,
                       const void* code);

/// Reports an access to this many bytes, which ends the grid.
[[noreturn]] void end_misaligned(Worker& worker, const void* address, std::size_t bytes,
                                 std::size_t alignment, const void* code);

/// The alignment that the compiler guarantees for a value of this size when it calls a hook for it. A struct
/// of two doubles has 16 bytes, too, but is aligned to 8.
template <class Bits>
constexpr std::size_t promised_alignment = std::min<std::size_t>(sizeof(Bits), 8);

template <class Bits>
bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % promised_alignment<Bits> == 0;
}

/// Called before a kernel reads or writes a value of the size of `Bits`, once its memory is known to exist.
template <class Bits>
inline void check_alignment(Worker& worker, const void* address, const void* code) {
  if (is_aligned<Bits>(address)) return;
  end_misaligned(worker, address, sizeof(Bits), promised_alignment<Bits>, code);
}

}  // namespace cuda_emulator
