#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace problems {

/// Seeded random numbers, the same on every platform, for test data. The generator is xoshiro256** and its
/// state is filled by SplitMix64, as its authors advise (Blackman and Vigna, "Scrambled linear pseudorandom
/// number generators", ACM TOMS 47, 2021).
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9E3779B97F4A7C15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
      word = z ^ (z >> 31);
    }
  }

  /// 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// An integer from `lo` to `hi`, both included, all equally
  /// likely. Throws std::invalid_argument if lo > hi.
  template <std::integral T>
  T integer(T lo, T hi) {
    if (lo > hi) throw std::invalid_argument("Random::integer: the range is empty");
    const auto first = static_cast<std::uint64_t>(lo);
    const std::uint64_t width = static_cast<std::uint64_t>(hi) - first;
    if (width == std::numeric_limits<std::uint64_t>::max()) return static_cast<T>(next());
    return static_cast<T>(first + below(width + 1));
  }

  /// A number from `lo` to `hi`; hi - lo must be finite.
  double real(double lo, double hi) {
    const double unit = static_cast<double>(next() >> 11) * 0x1p-53;
    // One explicit rounding: some compilers would contract the plain expression, and others not.
    return std::fma(hi - lo, unit, lo);
  }

  /// Every order is equally likely (Fisher and Yates).
  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      using std::swap;
      swap(values[left - 1], values[integer<std::size_t>(0, left - 1)]);
    }
  }

 private:
  /// A number below `bound` > 0, by multiplication, which rarely divides (Lemire, "Fast random integer
  /// generation in an interval", ACM TOMACS 29, 2019).
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Product = unsigned __int128;
    Product product = static_cast<Product>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t unfair = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < unfair) product = static_cast<Product>(next()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  std::array<std::uint64_t, 4> state_;
};

}  // namespace problems
