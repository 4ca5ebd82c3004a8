// Implements mbarrier, barriers in shared memory. Waiting threads are told apart by the phase in which they
// arrived. A phase also waits for the bytes that bulk copies still have to bring, as it does for threads.
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/checks/memory_check.hpp"
#include "runner/emulator/runtime/execution/named_barriers.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

using namespace cuda_emulator;

namespace {

/// The 64 bits of a barrier. The device has a layout of its own, which programs do not see. Bytes may arrive
/// before they are expected, so that number wraps around.
struct Barrier {
  std::uint64_t pending : 20, expected : 20, bytes : 23, phase : 1;
};
constexpr std::uint64_t most_threads = (1u << 20) - 1, most_bytes = (1u << 23) - 1;
static_assert(sizeof(Barrier) == 8);

Barrier& barrier_at(std::uint64_t address, const void* code) {
  void* const place = reinterpret_cast<void*>(address);
  check_access<std::uint64_t, Access::read>(*Worker::running(), place, code);
  return *static_cast<Barrier*>(place);
}

Barrier barrier_of(std::uint64_t state) {
  Barrier barrier;
  std::memcpy(&barrier, &state, sizeof barrier);
  return barrier;
}

void end_phase_if_complete(Barrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  barrier.pending = barrier.expected;
  barrier.phase = barrier.phase ^ 1;
}

/// The state before.
std::uint64_t arrive(std::uint64_t address, unsigned count, bool leaves, const void* code) {
  publish_by_arrival();
  Barrier& barrier = barrier_at(address, code);
  std::uint64_t state;
  std::memcpy(&state, &barrier, sizeof state);
  if (leaves) barrier.expected = (barrier.expected - count) & most_threads;
  barrier.pending = (barrier.pending - count) & most_threads;
  end_phase_if_complete(barrier);
  return state;
}

int wait_once(bool is_over, const void* code) {
  if (is_over) {
    listen_after_waiting();
  } else {
    Worker::running()->give_everybody_a_turn(code);
  }
  return is_over;
}

}  // namespace

extern "C" {
void cuda_emulator_ptx_mbarrier_init(std::uint64_t address, unsigned count) {
  void* const place = reinterpret_cast<void*>(address);
  check_access<std::uint64_t, Access::write>(*Worker::running(), place, __builtin_return_address(0));
  *static_cast<Barrier*>(place) = {count & most_threads, count & most_threads, 0, 0};
}
std::uint64_t cuda_emulator_ptx_mbarrier_arrive(std::uint64_t address, unsigned count) {
  return arrive(address, count, false, __builtin_return_address(0));
}
std::uint64_t cuda_emulator_ptx_mbarrier_drop(std::uint64_t address, unsigned count) {
  return arrive(address, count, true, __builtin_return_address(0));
}
void cuda_emulator_ptx_mbarrier_expect_bytes(std::uint64_t address, unsigned bytes) {
  Barrier& barrier = barrier_at(address, __builtin_return_address(0));
  barrier.bytes = (barrier.bytes + bytes) & most_bytes;
}
void cuda_emulator_ptx_mbarrier_complete_bytes(std::uint64_t address, unsigned bytes) {
  publish_by_arrival();
  Barrier& barrier = barrier_at(address, __builtin_return_address(0));
  barrier.bytes = (barrier.bytes - bytes) & most_bytes;
  end_phase_if_complete(barrier);
}
int cuda_emulator_ptx_mbarrier_is_over(std::uint64_t address, std::uint64_t state) {
  const void* code = __builtin_return_address(0);
  return wait_once(barrier_at(address, code).phase != barrier_of(state).phase, code);
}
int cuda_emulator_ptx_mbarrier_is_over_parity(std::uint64_t address, unsigned parity) {
  const void* code = __builtin_return_address(0);
  return wait_once(barrier_at(address, code).phase != (parity & 1), code);
}
unsigned cuda_emulator_ptx_mbarrier_pending(std::uint64_t state) {
  return static_cast<unsigned>(barrier_of(state).pending);
}

void cuda_emulator_ptx_check_bulk_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if ((to | from | bytes) % 16 == 0) return;
  report(FindingKind::misaligned_access, __builtin_return_address(0),
         "addresses and sizes of bulk copies must be multiples of 16");
  Worker::running()->abort_launch(cudaErrorMisalignedAddress);
}
}
