#pragma once

#include <array>
#include <cstdint>

namespace cuda_emulator {

/// The barriers of a block that PTX numbers, for as many of its threads as each arrival says.
class NamedBarriers {
 public:
  void begin_block() { barriers_ = {}; }

  /// Another of `expected` threads has come. The phase that it waits to end.
  std::uint64_t arrive(unsigned number, unsigned expected) {
    Barrier& barrier = barriers_[number % barriers_.size()];
    const std::uint64_t phase = barrier.phase;
    if (++barrier.arrived >= expected) {
      barrier.arrived = 0;
      ++barrier.phase;
    }
    return phase;
  }
  bool is_over(unsigned number, std::uint64_t phase) const {
    return barriers_[number % barriers_.size()].phase != phase;
  }

 private:
  struct Barrier {
    unsigned arrived = 0;
    std::uint64_t phase = 0;
  };
  std::array<Barrier, 16> barriers_;
};

}  // namespace cuda_emulator
