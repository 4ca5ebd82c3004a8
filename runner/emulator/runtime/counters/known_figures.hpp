#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "runner/emulator/runtime/counters/line_counts.hpp"
#include "runner/emulator/runtime/counters/warp_access.hpp"

namespace cuda_emulator {

/// Caches the figures of accesses: nearly every access of a warp is like an earlier one, at another address.
class KnownFigures {
 public:
  const AccessFigures& of(const WarpAccess& access, Counted kind);

 private:
  struct Pattern {
    std::uint32_t lanes = 0, bytes = 0;
    Counted kind{};
    /// The distance of each lane from the start of the first lane's row of banks.
    std::array<std::uint32_t, lanes_of_warp> offsets{};
    bool operator==(const Pattern&) const = default;
  };
  struct Known {
    Pattern pattern;
    AccessFigures figures;
  };
  static constexpr std::size_t slots = 128;

  std::unique_ptr<std::array<Known, slots>> known_ = std::make_unique<std::array<Known, slots>>();
  AccessFigures unlike_;  ///< the figures of an access whose lanes are too far apart to be cached
};

}  // namespace cuda_emulator
