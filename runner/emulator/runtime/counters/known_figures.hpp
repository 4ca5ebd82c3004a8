#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "runner/emulator/runtime/counters/line_counts.hpp"
#include "runner/emulator/runtime/counters/warp_access.hpp"

namespace cuda_emulator {

/// The figures of accesses, remembered: nearly every access of a warp is like one before it, at another place.
class KnownFigures {
 public:
  const AccessFigures& of(const WarpAccess& access, Counted kind);

 private:
  struct Pattern {
    std::uint32_t lanes = 0, bytes = 0;
    Counted kind{};
    /// The distance of each lane from where the first lane's row of banks begins.
    std::array<std::uint32_t, lanes_of_warp> offsets{};
    bool operator==(const Pattern&) const = default;
  };
  struct Known {
    Pattern pattern;
    AccessFigures figures;
  };
  static constexpr std::size_t slots = 128;

  std::unique_ptr<std::array<Known, slots>> known_ = std::make_unique<std::array<Known, slots>>();
  AccessFigures unlike_;  ///< of one whose lanes are too far apart to be remembered
};

}  // namespace cuda_emulator
