#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/race_cell.hpp"
#include "runner/emulator/runtime/base/zeroed_array.hpp"
#include "runner/emulator/runtime/races/known_words.hpp"
#include "runner/emulator/runtime/races/warp_clocks.hpp"

namespace cuda_emulator {

/// Finds unordered accesses of two threads of a block to the same byte of shared memory, at least one of them
/// a write. They are ordered by a barrier of the block, by a __syncwarp() of both, or by a fence after the
/// first followed by atomic or volatile accesses of both. Shuffles and votes order nothing. There is one
/// finder for each OS thread that runs blocks.
class SharedRaces {
 public:
  /// `memory` is where the shared memory of all blocks is.
  explicit SharedRaces(std::span<const char> memory);

  void begin_block();
  void pass_barrier();
  void pass_warp_barrier(unsigned warp, std::uint32_t lanes);
  /// Called when `thread` starts to run.
  void resume(unsigned thread) {
    settle();
    thread_ = thread;
    known_.resume(thread);
  }
  void fence() {
    ++time_;
    synchronisations_[thread_].fenced = true;
  }
  /// Called at a barrier of some threads of the block, before and after the current one waits.
  void meet() { synchronise(true); }

  /// The accesses that need not be passed to this class.
  const KnownWords& known() const { return known_; }
  /// Called before the current thread accesses `bytes` of shared memory from `address` on.
  void access(const void* address, std::size_t bytes, bool is_write, AccessStrength strength,
              const void* code);
  /// Called when the thread performs an atomic or volatile access, to any memory. With a fence before it, or
  /// if it `publishes` by itself, the thread's earlier accesses are known to those that perform one after it.
  void synchronise(bool publishes);

  /// Called before another thread runs, or before this one's next access.
  void settle() {
    if (undecided_.bytes) decide();
  }

 private:
  /// Who made an access, and when. It is two words, because a copy of smaller members would wait for the
  /// store of each of them.
  class Stamp {
   public:
    Stamp() = default;
    Stamp(std::uint32_t phase, std::uint32_t lane_time, std::uint32_t code, unsigned thread,
          AccessStrength strength)
        : when_(std::uint64_t{lane_time} << 32 | phase),
          who_(std::uint64_t{code} << 32 | std::uint64_t{thread} << 8 |
               static_cast<std::uint64_t>(strength)) {}

    /// Counts the barriers; 0 means never.
    std::uint32_t phase() const { return static_cast<std::uint32_t>(when_); }
    std::uint32_t lane_time() const { return static_cast<std::uint32_t>(when_ >> 32); }
    std::uint32_t code() const { return static_cast<std::uint32_t>(who_ >> 32); }
    unsigned thread() const { return static_cast<std::uint32_t>(who_) >> 8; }
    AccessStrength strength() const { return static_cast<AccessStrength>(who_ & 0xff); }
    /// Whether both are of one thread, with nothing between that puts it in order with others.
    bool is_with(Stamp other) const { return when_ == other.when_ && thread() == other.thread(); }

   private:
    std::uint64_t when_ = 0, who_ = 0;
  };

  /// The record of one word or byte: the last write, and the last reads by one thread, by another of its
  /// warp, and by one of another warp. These suffice for all but unusual orders.
  struct alignas(64) Cell {
    Stamp write, read, read_in_warp, read_elsewhere;
  };

  /// The earlier accesses that race with one.
  struct Found {
    std::optional<Stamp> write, read;
  };

  /// What a thread has published, by its own time, and when; and when it last listened.
  struct Synchronisation {
    bool fenced = false;
    std::uint64_t listened = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> publications;
  };

  /// A write over another that may have written the same value, which is not a race; known once the write is
  /// complete.
  struct Undecided {
    const char* address = nullptr;
    std::size_t bytes = 0;  ///< 0: there is none
    std::array<char, 16> before;
    Stamp earlier;
    const void* code = nullptr;
  };

  static constexpr std::size_t word_bytes = KnownWords::word_bytes;

  void begin_phase();
  bool in_order(Stamp earlier) const;
  bool is_race(Stamp earlier, AccessStrength strength) const;
  void access_parts(std::size_t first, std::size_t last, Stamp now, bool is_write, Found& found);
  void judge(const char* address, std::size_t bytes, bool is_write, const Found& found, const void* code);
  void look(const Cell& cell, Stamp now, bool is_write, Found& found) const;
  void access_word(std::size_t word, Stamp now, bool is_write, Found& found);
  void access_bytes(std::size_t word, std::size_t first, std::size_t last, Stamp now, bool is_write,
                    Found& found);
  void note_known(std::size_t word, const Cell& cell, Stamp now, bool is_write);
  void remember(Cell& cell, Stamp now, bool is_write) const;
  void decide();
  void tell(const char* address, std::size_t bytes, bool is_write, Stamp earlier, bool earlier_is_write,
            const void* code);

  const char* code_begin_;
  unsigned thread_ = 0;
  std::uint32_t phase_ = 0;
  KnownWords known_;
  ZeroedArray<Cell> words_;
  ZeroedArray<Cell> bytes_;              ///< of the words that are split
  ZeroedArray<std::uint32_t> split_in_;  ///< the phase in which a part of the word was accessed
  std::uint64_t time_ = 0;
  WarpClocks clocks_;
  std::array<Synchronisation, most_threads_of_block> synchronisations_;
  std::array<bool, most_threads_of_block> has_accessed_{};  ///< plainly, since it last published
  Undecided undecided_;
};

}  // namespace cuda_emulator
