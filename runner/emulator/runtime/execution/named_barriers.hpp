#pragma once

#include <array>
#include <cstdint>

namespace cuda_emulator {

/// The numbered barriers of a block, each for as many of its threads as every arrival states.
class NamedBarriers {
 public:
  // PTX's numbered barriers come first. Tiles of 64 to 512 threads, of which a block has at most 30, have one
  // each, at the index of their size plus their own index among those of that size. So does the whole block,
  // if it waits in two steps.
  static constexpr unsigned of_ptx = 16, of_tiles = 32, of_block = of_ptx + of_tiles;

  void begin_block() { barriers_ = {}; }

  /// Counts the arrival of another of `expected` threads. Returns the phase whose end it waits for.
  std::uint64_t arrive(unsigned number, unsigned expected) {
    Barrier& barrier = barriers_[number];
    const std::uint64_t phase = barrier.phase;
    if (++barrier.arrived >= expected) {
      barrier.arrived = 0;
      ++barrier.phase;
    }
    return phase;
  }
  bool is_over(unsigned number, std::uint64_t phase) const { return barriers_[number].phase != phase; }

 private:
  struct Barrier {
    unsigned arrived = 0;
    std::uint64_t phase = 0;
  };
  std::array<Barrier, of_block + 1> barriers_;
};

/// The thread that runs comes to a barrier of its block; the phase to wait for. What it did before is seen by those that
/// wait for that.
std::uint64_t arrive_at_named_barrier(unsigned number, unsigned threads);
/// Waits until that phase is over; `code` is the location of the wait.
void wait_at_named_barrier(unsigned number, std::uint64_t phase, const void* code);

/// What an arrival at any barrier in memory, and the end of waiting at one, tell the search for races.
void publish_by_arrival();
void listen_after_waiting();

}  // namespace cuda_emulator
