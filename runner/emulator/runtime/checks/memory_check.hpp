#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

enum class Access : std::uint8_t { read, write };

/// Checks an access of a kernel that is not obviously valid.
void judge_access(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// Called before a kernel reads or writes a struct, which may be copied with members that were never written.
void check_range(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// Called after the checks of a copy: what was not written before is not written in the copy, so that a use of it is found.
void copy_states(Worker& worker, void* to, const void* from, std::size_t bytes);

/// The states of the bytes of one value, all the same, as one integer.
template <class Bits>
constexpr Bits all_states(ByteState state) {
  return static_cast<Bits>(static_cast<Bits>(~Bits{0}) / 0xff * static_cast<Bits>(state));
}

/// Whether an access is valid in the usual way: to memory that was written, or to the thread's own. A write
/// to live memory is also valid, and is recorded.
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

/// Whether an access repeats an earlier one about which everything is known: it is valid, and not a race.
template <class Bits, Access access>
inline bool is_known(Worker& worker, const void* address) {
  if (const KnownWords& words = worker.shared_races().known(); words.hold(address)) {
    if (access == Access::read) return words.may_read<sizeof(Bits)>(address);
    if (!words.may_write<sizeof(Bits)>(address)) return false;
    worker.global_races().note_change();
    return true;
  }
  const Arena& arena = Arena::instance();
  if (access == Access::write || !arena.holds(address)) return false;
  // A cell only records that some of its bytes were read.
  if (sizeof(Bits) < RaceCell::covered_bytes && !is_plainly_right<Bits, access>(worker, address))
    return false;
  return worker.global_races().is_known_read<sizeof(Bits)>(arena.cells(address));
}

/// Checks a valid access for races, before it happens.
inline void note_access(Worker& worker, const void* address, std::size_t bytes, Access access,
                        const void* code) {
  GlobalRaces& races = worker.global_races();
  if (worker.shared_races().known().hold(address)) {
    if (access == Access::write) races.note_change();
    worker.shared_races().access(address, bytes, access == Access::write, AccessStrength::plain, code);
  } else if (RaceCell* const cell = worker.cells(address)) {
    if (access == Access::write) {
      races.write(cell, address, bytes, code);
    } else {
      races.read(cell, address, bytes, code);
    }
  }
}

/// Checks an access closely, and for races if it is to valid memory: an access outside any memory has its finding.
/// `check_also` is called in between.
template <class Bits, Access access, class Check>
inline void check_and_note(Worker& worker, void* address, const void* code, Check check_also) {
  const bool is_right = is_plainly_right<Bits, access>(worker, address);
  if (!is_right) judge_access(worker, address, sizeof(Bits), access, code);
  check_also();
  if (is_right || is_plainly_right<Bits, access>(worker, address)) {
    note_access(worker, address, sizeof(Bits), access, code);
  }
}

/// Called before the texture unit reads an element for the running thread. Returns whether there is one.
bool check_texel(Worker& worker, const char* address, std::size_t bytes, const void* code);

/// Notes a strong operation, to any memory. `publishes`: it needs no fence for that.
inline void note_strong_access(Worker& worker, const void* address, std::size_t bytes,
                               StrongOperation operation, AccessStrength strength, bool publishes,
                               const void* code) {
  GlobalRaces& races = worker.global_races();
  SharedRaces& shared_races = worker.shared_races();
  const bool writes = operation != StrongOperation::read;
  shared_races.synchronise(publishes && writes);
  if (shared_races.known().hold(address)) {
    shared_races.access(address, bytes, writes, AccessStrength::strong, code);
  }
  if (RaceCell* cell = worker.cells(address)) {
    races.operate(cell, address, bytes, operation, strength, publishes, code);
  } else {
    if (writes) races.note_change();
    races.synchronise(operation, publishes);
  }
}

}  // namespace cuda_emulator
