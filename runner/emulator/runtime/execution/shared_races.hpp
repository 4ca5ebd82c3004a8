#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/race_cell.hpp"
#include "runner/emulator/runtime/execution/thread.hpp"
#include "runner/emulator/runtime/execution/warp_clocks.hpp"

namespace cuda_emulator {

/// Finds accesses of two threads of a block to the same byte of shared memory, one of them a write, that
/// nothing puts in order: neither a barrier of the block, nor a __syncwarp() of both, nor a fence after the
/// first and then atomic operations or volatile accesses of both. Shuffles and votes put nothing in order.
/// One for each OS thread that runs blocks.
class SharedRaces {
 public:
  /// Whether the environment asks for this: CUDA_EMULATOR_RACES=1.
  static bool are_wanted();

  /// `memory` is the shared memory of the blocks to come.
  void watch(const std::vector<std::span<char>>& memory);

  void begin_block();
  void pass_barrier() { ++phase_; }
  void pass_warp_barrier(unsigned warp, std::uint32_t lanes) { clocks_.join(warp, lanes); }
  void fence(const Thread& thread) { synchronisations_[thread.number].fenced = true; }
  /// At a barrier of some threads of the block, before and after `thread` waits.
  void meet(const Thread& thread) {
    fence(thread);
    synchronise(thread);
  }

  /// Before `thread` accesses `bytes` from `address` on.
  void access(const Thread& thread, const void* address, std::size_t bytes, bool is_write,
              AccessStrength strength, const void* code);

  /// Before another thread runs, or this one does its next access.
  void settle() {
    if (undecided_.bytes) decide();
  }

 private:
  /// Who made an access, and when.
  struct Stamp {
    const void* code = nullptr;
    std::uint64_t phase = 0;  ///< counts the barriers; 0: never
    std::uint32_t lane_time = 0;
    std::uint32_t publications = 0;  ///< of the thread, up to then
    std::uint16_t thread = 0;
    AccessStrength strength = AccessStrength::plain;
  };

  /// What is remembered of one byte: the last write, and the last reads by one thread, by another of its
  /// warp, and by one of another warp. So few are enough for all but strange orders.
  struct Byte {
    Stamp write, read, read_in_warp, read_elsewhere;
  };

  struct Watched {
    const char* begin;
    std::vector<Byte> bytes;
  };

  /// What a thread has published by a fence and a strong operation, and when it last listened.
  struct Synchronisation {
    bool fenced = false;
    std::uint64_t listened = 0;
    std::vector<std::uint64_t> publications;
  };

  /// A write over another that may have written the same value, which is no race: known when it is done.
  struct Undecided {
    const char* address = nullptr;
    std::size_t bytes = 0;  ///< 0: there is none
    std::array<char, 16> before;
    Stamp earlier;
    const void* code = nullptr;
  };

  Byte* find(const char* address, std::size_t bytes);
  bool in_order(const Stamp& earlier, const Thread& thread) const;
  bool is_race(const Stamp& earlier, const Thread& thread, AccessStrength strength) const;
  void synchronise(const Thread& thread);
  void remember_read(Byte& byte, const Stamp& stamp);
  void decide();
  void tell(const char* address, std::size_t bytes, bool is_write, const Stamp& earlier,
            bool earlier_is_write, const void* code);

  std::vector<Watched> watched_;
  std::size_t last_found_ = 0;
  std::uint64_t phase_ = 1, time_ = 0;
  WarpClocks clocks_;
  std::array<Synchronisation, most_threads_of_block> synchronisations_;
  Undecided undecided_;
};

}  // namespace cuda_emulator
