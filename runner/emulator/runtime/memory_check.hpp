#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/arena.hpp"
#include "runner/emulator/runtime/worker.hpp"

namespace cuda_emulator {

enum class Access : std::uint8_t { read, write };

/// Judges an access of a kernel that is not plainly right.
void judge_access(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// Called before a kernel reads or writes a struct. It may well be copied with members that nobody has
/// written.
void check_range(Worker& worker, void* address, std::size_t bytes, Access access, const void* code);

/// The states of the bytes of one value, all the same, as one integer.
template <class Bits>
constexpr Bits all_states(ByteState state) {
  return static_cast<Bits>(static_cast<Bits>(~Bits{0}) / 0xff * static_cast<Bits>(state));
}

/// Called before a kernel reads or writes a value of the size of `Bits`.
template <class Bits, Access access>
inline void check_access(Worker& worker, void* address, const void* code) {
  const Arena& arena = Arena::instance();
  if (arena.holds(address)) {
    Bits states;
    std::memcpy(&states, arena.states(address), sizeof states);
    if (states == all_states<Bits>(ByteState::written)) return;
    if (access == Access::write) {
      constexpr Bits ones = all_states<Bits>(ByteState::allocated),
                     twos = all_states<Bits>(ByteState::written);
      if (((states | states >> 1) & ones) == ones) {  // no byte's state is none
        std::memcpy(arena.states(address), &twos, sizeof twos);
        return;
      }
    }
  } else if (worker.owns(address)) {
    return;
  }
  judge_access(worker, address, sizeof(Bits), access, code);
}

/// Called after it, for the races in shared memory.
template <class Bits, Access access>
inline void note_access(Worker& worker, const void* address, AccessStrength strength, const void* code) {
  if (SharedRaces* races = worker.races()) [[unlikely]] {
    races->access(worker.current(), address, sizeof(Bits), access == Access::write, strength, code);
  }
}

}  // namespace cuda_emulator
