#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

/// How memory is accessed. Volatile and atomic accesses do not race with each other: in the PTX memory
/// consistency model they are strong operations. Block scope has that effect only within the block.
enum class AccessStrength : std::uint8_t { plain, strong, strong_in_block };

/// An access as stored in a cell, in one word: who made it and when (the numbers of an interval and of the
/// thread in its block), which bytes of the cell, how, and where in the program's code. 0 means none.
/// Interval numbers grow from grid to grid, so all words of earlier grids are less than those of this one.
class AccessStamp {
 public:
  constexpr AccessStamp() = default;
  constexpr explicit AccessStamp(std::uint64_t bits) : bits_(bits) {}
  constexpr AccessStamp(std::uint32_t interval, unsigned thread)
      : bits_(std::uint64_t{interval} << interval_shift | std::uint64_t{thread} << thread_shift) {}

  /// This accessor, with another kind of access.
  constexpr AccessStamp with(bool is_write, AccessStrength strength, std::uint32_t code) const {
    return AccessStamp(bits_ | std::uint64_t{is_write} << write_shift |
                       static_cast<std::uint64_t>(strength) << strength_shift | code >> 1);
  }
  constexpr AccessStamp to_bytes(unsigned bytes) const {
    return AccessStamp(bits_ | std::uint64_t{~bytes & all_bytes} << missing_shift);
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr std::uint32_t interval() const {
    return static_cast<std::uint32_t>(bits_ >> interval_shift) & most_interval;
  }
  constexpr unsigned thread() const { return static_cast<unsigned>(bits_ >> thread_shift) & 0x3ff; }
  constexpr unsigned bytes() const { return ~static_cast<unsigned>(bits_ >> missing_shift) & all_bytes; }
  constexpr bool is_write() const { return bits_ >> write_shift & 1; }
  constexpr AccessStrength strength() const {
    return static_cast<AccessStrength>(bits_ >> strength_shift & 3);
  }
  constexpr std::uint32_t code() const { return static_cast<std::uint32_t>(bits_) << 1 & most_code; }
  constexpr AccessStamp of_all_bytes() const {
    return AccessStamp(bits_ & ~(std::uint64_t{all_bytes} << missing_shift));
  }
  constexpr bool is_none() const { return bits_ == 0; }
  constexpr bool is_by(AccessStamp other) const {
    return when_and_who() >> thread_shift == other.when_and_who() >> thread_shift;
  }
  /// Grows with the interval.
  constexpr std::uint64_t when_and_who() const { return bits_ & ((std::uint64_t{1} << missing_shift) - 1); }

  /// Locations are rounded to two bytes, which is less than a call instruction takes.
  static constexpr std::uint32_t most_code = (1u << 23) - 2, most_interval = (1u << 25) - 1;
  static constexpr unsigned all_bytes = 0xf;
  static constexpr unsigned interval_shift = 34;

 private:
  // Stores the bytes that are not accessed, so that in a read of all bytes only zeros are above the interval.
  static constexpr unsigned strength_shift = 22, thread_shift = 24, missing_shift = 59, write_shift = 63;
  std::uint64_t bits_ = 0;
};

/// The record of four bytes of device memory: the last write of this grid or, before there is one, the first
/// read that no barrier of the reader's block has followed. OS threads update it concurrently: a lost update
/// can hide a finding, but never causes one.
struct RaceCell {
  static constexpr std::size_t covered_bytes = 4;

  std::atomic<std::uint64_t> access;

  /// The cell of `address` among the cells of the memory that starts at `begin`.
  static RaceCell* of(const void* address, const void* begin, RaceCell* cells) {
    return cells + (reinterpret_cast<std::uintptr_t>(address) / covered_bytes -
                    reinterpret_cast<std::uintptr_t>(begin) / covered_bytes);
  }

  AccessStamp load() const { return AccessStamp(access.load(std::memory_order_acquire)); }
  void store(AccessStamp stamp) { access.store(stamp.bits(), std::memory_order_release); }
};

}  // namespace cuda_emulator
