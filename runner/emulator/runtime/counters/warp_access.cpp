#include "runner/emulator/runtime/counters/warp_access.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace cuda_emulator {
namespace {

constexpr std::size_t sector_bytes = 32, word_bytes = 4, banks = 32, most_words_of_lane = 4;
constexpr std::size_t least_lanes_for_a_step = 8;

/// A set of numbers, at most as many as lanes have words.
class Numbers {
 public:
  void add(std::uintptr_t number) {
    // A lane most often accesses the same as the previous lane, or what comes next.
    if (count_) {
      const std::uintptr_t last = numbers_[count_ - 1];
      if (last == number) return;
      is_sorted_ = is_sorted_ && last < number;
    }
    numbers_[count_++] = number;
  }
  /// Sorts the numbers and removes duplicates.
  void settle() {
    if (is_sorted_) return;
    std::sort(numbers_.begin(), end());
    count_ = static_cast<std::size_t>(std::unique(numbers_.begin(), end()) - numbers_.begin());
  }
  std::size_t count() const { return count_; }
  std::uintptr_t operator[](std::size_t n) const { return numbers_[n]; }
  /// Whether they are so close together that no two of them are equal modulo `modulus`.
  bool lie_within(std::uintptr_t modulus) const {
    return count_ == 0 || numbers_[count_ - 1] - numbers_[0] < modulus;
  }

 private:
  std::uintptr_t* end() { return numbers_.data() + count_; }

  std::array<std::uintptr_t, lanes_of_warp*(most_words_of_lane + 1)> numbers_;
  std::size_t count_ = 0;
  bool is_sorted_ = true;
};

/// The units of `unit` bytes, a power of two, that `lanes` of the access touch.
Numbers units_of(const WarpAccess& access, std::uint32_t lanes, std::size_t unit) {
  Numbers units;
  const int shift = std::countr_zero(unit);  // a division takes as long as everything else
  for (std::uint32_t left = lanes & access.lanes; left; left &= left - 1) {
    const std::uintptr_t address = access.addresses[static_cast<unsigned>(std::countr_zero(left))];
    const std::uintptr_t last = (address + access.bytes - 1) >> shift;
    for (std::uintptr_t n = address >> shift; n <= last; ++n) units.add(n);
  }
  units.settle();
  return units;
}

/// The number of words in the bank that has the most of them.
unsigned turns_of(const Numbers& words) {
  if (words.lie_within(banks)) return words.count() > 0;
  std::array<unsigned, banks> of_bank{};
  for (std::size_t n = 0; n < words.count(); ++n) ++of_bank[words[n] % banks];
  return *std::max_element(of_bank.begin(), of_bank.end());
}

unsigned lanes_at_once(const WarpAccess& access) {
  return lanes_of_warp / std::max<unsigned>(1, access.bytes / word_bytes);
}

std::uint32_t part_of_warp(unsigned first, unsigned count) {
  return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
}

}  // namespace

unsigned sectors_of(const WarpAccess& access) {
  return static_cast<unsigned>(units_of(access, ~0u, sector_bytes).count());
}

Passes passes_of(const WarpAccess& access) {
  const Numbers words = units_of(access, ~0u, word_bytes);
  Passes passes{turns_of(words), static_cast<unsigned>((words.count() + banks - 1) / banks)};
  const unsigned count = lanes_at_once(access);
  if (passes.all <= 1 || count == lanes_of_warp) return passes;  // all at once, of any length
  passes.all = 0;
  for (unsigned first = 0; first < lanes_of_warp; first += count)
    passes.all += turns_of(units_of(access, part_of_warp(first, count), word_bytes));
  return passes;
}

unsigned least_sectors_of(const WarpAccess& access) {
  const std::size_t bytes = units_of(access, ~0u, access.bytes).count() * access.bytes;
  return static_cast<unsigned>((bytes + sector_bytes - 1) / sector_bytes);
}

unsigned collisions_of(const WarpAccess& access) {
  const std::size_t different = units_of(access, ~0u, access.bytes).count();
  return static_cast<unsigned>(static_cast<std::size_t>(std::popcount(access.lanes)) - different);
}

std::optional<std::int64_t> step_of(const WarpAccess& access) {
  const auto count = static_cast<std::size_t>(std::popcount(access.lanes)) - 1;
  if (count + 1 < least_lanes_for_a_step) return std::nullopt;
  std::array<std::int64_t, lanes_of_warp> steps;
  const auto begin = steps.begin(), end = begin + static_cast<std::ptrdiff_t>(count);
  auto step = begin;
  std::uintptr_t before = access.addresses[static_cast<unsigned>(std::countr_zero(access.lanes))];
  for (std::uint32_t left = access.lanes & (access.lanes - 1); left; left &= left - 1) {
    const std::uintptr_t address = access.addresses[static_cast<unsigned>(std::countr_zero(left))];
    *step++ = static_cast<std::int64_t>(address - before);
    before = address;
  }
  const auto is_common = [&](std::int64_t one) {
    std::size_t same = 0;
    for (auto other = begin; other != end; ++other) same += *other == one;
    return 4 * same >= 3 * count;
  };
  if (is_common(*begin)) return *begin;
  // A value held by more than half of them is the median.
  std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(count / 2), end);
  const std::int64_t middle = steps[count / 2];
  return is_common(middle) ? std::optional(middle) : std::nullopt;
}

bool has_gaps(std::uint32_t lanes) {
  constexpr std::uint32_t every_second = 0x55555555, every_fourth = 0x11111111;
  for (unsigned first = 0; first < 4; ++first) {
    if (lanes == every_fourth << first || (first < 2 && lanes == every_second << first)) return true;
  }
  return false;
}

}  // namespace cuda_emulator
