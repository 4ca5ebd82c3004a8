// Implements atomic operations, which the compiler turns into these calls when a program is compiled with
// -fsanitize=thread (see access_hooks.cpp). All are sequentially consistent, whatever order is requested.
#include <cstdint>

#include "runner/emulator/runtime/checks/alignment_check.hpp"
#include "runner/emulator/runtime/checks/counting.hpp"
#include "runner/emulator/runtime/checks/memory_check.hpp"

namespace {

using cuda_emulator::Access;
using cuda_emulator::AccessStrength;
using cuda_emulator::check_access;
using cuda_emulator::check_alignment;
using cuda_emulator::note_strong_access;
using cuda_emulator::StrongOperation;
using cuda_emulator::Worker;

/// Every atomic operation except a store both reads and writes, and threads use them to wait for each other.
template <class Bits>
void check(const volatile void* address, StrongOperation operation, int order, const void* code) {
  if (Worker* worker = Worker::running()) {
    worker->count_possible_spinning(code);
    if (worker->counter()) {
      cuda_emulator::count_access(*worker, const_cast<const void*>(address), sizeof(Bits), operation, code);
    }
    if (operation != StrongOperation::write) {
      check_access<Bits, Access::read>(*worker, const_cast<void*>(address), code);
    }
    check_access<Bits, Access::write>(*worker, const_cast<void*>(address), code);
    check_alignment<Bits>(*worker, const_cast<void*>(address), code);
    const bool at_block_scope = worker->current().at_block_scope;
    note_strong_access(*worker, const_cast<void*>(address), sizeof(Bits), operation,
                       at_block_scope ? AccessStrength::strong_in_block : AccessStrength::strong,
                       order != __ATOMIC_RELAXED, code);
  }
}

}  // namespace

#define CHECK(Bits, operation) \
  check<Bits>(address, StrongOperation::operation, order, __builtin_return_address(0))

#define FETCH_HOOK(bits, Bits, operation)                                                       \
  Bits __tsan_atomic##bits##_fetch_##operation(volatile Bits* address, Bits value, int order) { \
    CHECK(Bits, change);                                                                        \
    return __atomic_fetch_##operation(address, value, __ATOMIC_SEQ_CST);                        \
  }

#define EXCHANGE_IF_HOOK(bits, Bits, strength, weak)                                                        \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile Bits* address, Bits* expected, Bits value, \
                                                        int order, int) {                                   \
    CHECK(Bits, change);                                                                                    \
    return __atomic_compare_exchange_n(address, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }

#define ATOMIC_HOOKS(bits, Bits)                                                                       \
  Bits __tsan_atomic##bits##_load(const volatile Bits* address, int order) {                           \
    CHECK(Bits, read);                                                                                 \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile Bits* address, Bits value, int order) {                    \
    CHECK(Bits, write);                                                                                \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                                    \
  Bits __tsan_atomic##bits##_exchange(volatile Bits* address, Bits value, int order) {                 \
    CHECK(Bits, change);                                                                               \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                                      \
  }                                                                                                    \
  Bits __tsan_atomic##bits##_compare_exchange_val(volatile Bits* address, Bits expected, Bits value,   \
                                                  int order, int) {                                    \
    CHECK(Bits, change);                                                                               \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                                   \
  }                                                                                                    \
  EXCHANGE_IF_HOOK(bits, Bits, strong, false)                                                          \
  EXCHANGE_IF_HOOK(bits, Bits, weak, true)                                                             \
  FETCH_HOOK(bits, Bits, add)                                                                          \
  FETCH_HOOK(bits, Bits, sub)                                                                          \
  FETCH_HOOK(bits, Bits, and)                                                                          \
  FETCH_HOOK(bits, Bits, or)                                                                           \
  FETCH_HOOK(bits, Bits, xor)                                                                          \
  FETCH_HOOK(bits, Bits, nand)

extern "C" {
ATOMIC_HOOKS(8, std::uint8_t)
ATOMIC_HOOKS(16, std::uint16_t)
ATOMIC_HOOKS(32, std::uint32_t)
ATOMIC_HOOKS(64, std::uint64_t)

void cuda_emulator_begin_block_scope() {
  Worker::running()->current().at_block_scope = true;
}
void cuda_emulator_end_block_scope() {
  Worker::running()->current().at_block_scope = false;
}

void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
}
