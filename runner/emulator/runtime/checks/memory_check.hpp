#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

enum class Access : std::uint8_t { read, write };

/// Judges an access of a kernel that is not plainly right.
void judge_access(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// Called before a kernel reads or writes a struct. It may
/// well be copied with members that nothing has written.
void check_range(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// The states of the bytes of one value, all the same, as one integer.
template <class Bits>
constexpr Bits all_states(ByteState state) {
  return static_cast<Bits>(static_cast<Bits>(~Bits{0}) / 0xff * static_cast<Bits>(state));
}

/// Whether an access is right as nearly all are: to memory that was written, or of the thread's own. A write
/// to memory that lives is, too, and is noted.
template <class Bits, Access access>
inline bool is_plainly_right(const Worker& worker, const void* address) {
  std::uint8_t* const known = worker.states(address);
  if (!known) return worker.owns(address);
  Bits states;
  std::memcpy(&states, known, sizeof states);
  if (states == all_states<Bits>(ByteState::written)) return true;
  if (access == Access::read) return false;
  constexpr Bits ones = all_states<Bits>(ByteState::allocated), twos = all_states<Bits>(ByteState::written);
  if (((states | states >> 1) & ones) != ones) return false;  // some byte's state is none
  std::memcpy(known, &twos, sizeof twos);
  return true;
}

/// Called before a kernel reads or writes a value of the size of `Bits`.
template <class Bits, Access access>
inline void check_access(Worker& worker, void* address, const void* code) {
  if (!is_plainly_right<Bits, access>(worker, address)) {
    judge_access(worker, address, sizeof(Bits), access, code);
  }
}

/// Called after it, for races in device memory.
template <class Bits, Access access, bool aligned>
inline void note_global_access(Worker& worker, const void* address, const void* code) {
  RaceCell* const cell = worker.cells(address);
  if (!cell) {
    if (access == Access::write && worker.frame().range().holds(address)) worker.global_races().note_change();
    return;
  }
  GlobalRaces& races = worker.global_races();
  if constexpr (access == Access::write) {
    races.write(cell, address, sizeof(Bits), code);
  } else if (!aligned || !races.is_known_read<sizeof(Bits)>(cell)) {
    races.read(cell, address, sizeof(Bits), code);
  }
}

/// The same for a strong operation, to any memory. `publishes`: it needs no fence for that.
inline void note_strong_access(Worker& worker, const void* address, std::size_t bytes,
                               StrongOperation operation, bool publishes, const void* code) {
  GlobalRaces& races = worker.global_races();
  if (RaceCell* cell = worker.cells(address)) {
    races.operate(cell, address, bytes, operation, publishes, code);
  } else {
    if (operation != StrongOperation::read) races.note_change();
    races.synchronise(operation, publishes);
  }
}

/// Called after it, for the races in shared memory.
template <class Bits, Access access>
inline void note_access(Worker& worker, const void* address, AccessStrength strength, const void* code) {
  if (SharedRaces* races = worker.races()) [[unlikely]] {
    races->access(worker.current(), address, sizeof(Bits), access == Access::write, strength, code);
  }
}

}  // namespace cuda_emulator
