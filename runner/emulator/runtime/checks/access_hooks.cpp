// Defines what the compiler calls before every access to memory other than a thread's own, when a program is
// compiled with -fsanitize=thread. The names are those of its thread sanitizer, whose library is not linked;
// the Linux kernel's concurrency sanitizer uses the same hooks in the same way. In host code they do nothing.
#include "runner/emulator/runtime/checks/alignment_check.hpp"
#include "runner/emulator/runtime/checks/counting.hpp"
#include "runner/emulator/runtime/checks/memory_check.hpp"

using cuda_emulator::Access;
using cuda_emulator::AccessStrength;
using cuda_emulator::check_access;
using cuda_emulator::check_alignment;
using cuda_emulator::check_and_note;
using cuda_emulator::check_range;
using cuda_emulator::count_access;
using cuda_emulator::count_range;
using cuda_emulator::is_aligned;
using cuda_emulator::is_known;
using cuda_emulator::note_strong_access;
using cuda_emulator::StrongOperation;
using cuda_emulator::Worker;
using Bits128 = unsigned __int128;

namespace {

constexpr StrongOperation operation_of(Access access) {
  return access == Access::read ? StrongOperation::read : StrongOperation::write;
}

/// Handles the rare accesses in a separate function, so that the hooks save no registers for it.
template <class Bits, Access access, bool aligned>
[[gnu::noinline]] void check_closely(Worker& worker, void* address, const void* code) {
  check_and_note<Bits, access>(worker, address, code, [&] {
    if (aligned) check_alignment<Bits>(worker, address, code);
  });
}

}  // namespace

#define ACCESS_HOOK(name, Bits, access, aligned)                                                          \
  void name(void* address) {                                                                              \
    Worker* worker = Worker::running();                                                                   \
    if (!worker) return;                                                                                  \
    if (worker->counter()) [[unlikely]] {                                                                 \
      count_access(*worker, address, sizeof(Bits), operation_of(Access::access),                          \
                   __builtin_return_address(0));                                                          \
    }                                                                                                     \
    if (aligned && is_aligned<Bits>(address) && is_known<Bits, Access::access>(*worker, address)) return; \
    check_closely<Bits, Access::access, aligned>(*worker, address, __builtin_return_address(0));          \
  }

// Old code relies on the lanes of a warp running in step, and declares shared data volatile. So lanes take
// turns at every volatile access.
#define VOLATILE_HOOK(name, Bits, access, aligned)                                       \
  void name(void* address) {                                                             \
    if (Worker* worker = Worker::running()) {                                            \
      if (worker->counter()) {                                                           \
        count_access(*worker, address, sizeof(Bits), operation_of(Access::access),       \
                     __builtin_return_address(0));                                       \
      }                                                                                  \
      check_access<Bits, Access::access>(*worker, address, __builtin_return_address(0)); \
      if (aligned) check_alignment<Bits>(*worker, address, __builtin_return_address(0)); \
      worker->give_lanes_a_turn(__builtin_return_address(0));                            \
      note_strong_access(*worker, address, sizeof(Bits), operation_of(Access::access),   \
                         AccessStrength::strong, false, __builtin_return_address(0));    \
    }                                                                                    \
  }

// Accesses that the compiler knows to be less aligned, such as a member of a packed struct or bytes that
// memcpy copies, use the hooks for unaligned accesses or for ranges.
#define HOOKS_OF_SIZE(size, Bits)                                        \
  ACCESS_HOOK(__tsan_read##size, Bits, read, true)                       \
  ACCESS_HOOK(__tsan_write##size, Bits, write, true)                     \
  ACCESS_HOOK(__tsan_unaligned_read##size, Bits, read, false)            \
  ACCESS_HOOK(__tsan_unaligned_write##size, Bits, write, false)          \
  VOLATILE_HOOK(__tsan_volatile_read##size, Bits, read, true)            \
  VOLATILE_HOOK(__tsan_volatile_write##size, Bits, write, true)          \
  VOLATILE_HOOK(__tsan_unaligned_volatile_read##size, Bits, read, false) \
  VOLATILE_HOOK(__tsan_unaligned_volatile_write##size, Bits, write, false)

extern "C" {
HOOKS_OF_SIZE(1, std::uint8_t)
HOOKS_OF_SIZE(2, std::uint16_t)
HOOKS_OF_SIZE(4, std::uint32_t)
HOOKS_OF_SIZE(8, std::uint64_t)
HOOKS_OF_SIZE(16, Bits128)

void __tsan_read_range(void* address, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    const void* const code = __builtin_return_address(0);
    if (worker->counter()) count_range(*worker, address, bytes, StrongOperation::read, code);
    check_range(*worker, address, bytes, Access::read, code);
  }
}
void __tsan_write_range(void* address, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    const void* const code = __builtin_return_address(0);
    if (worker->counter()) count_range(*worker, address, bytes, StrongOperation::write, code);
    check_range(*worker, address, bytes, Access::write, code);
  }
}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
}
