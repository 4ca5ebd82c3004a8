// A segmented sieve of odd numbers.
//
// No two neighbouring primes below 2^64 are more than 1550 apart, so a window of 2048 numbers below the bound
// always holds the answer (or all numbers below the bound, if there are fewer). What is left of the window
// after striking the odd multiples of every odd prime up to the square root of the bound is prime.
//
// Those striking primes, all below 2^32, come from a sieve too. It works through
// its range in segments that fit the level-1 cache and hands each prime on at once,
// so memory does not grow with the bound. A batch shares that work: its windows are
// merged where they overlap, and each prime passes once and strikes them all.
//
// Sources: C. Bays and R. H. Hudson, "The segmented sieve of Eratosthenes and primes in arithmetic
// progressions to 10^12", BIT 17 (1977). The largest gap: T. Oliveira e Silva, S. Herzog and S. Pardi,
// "Empirical verification of the even Goldbach conjecture and computation of prime gaps up to 4 * 10^18",
// Mathematics of Computation 83 (2014), carried on to 2^64 by R. Gerbicz, B. Nyman and others (2018).

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {
namespace {

constexpr std::uint64_t window_numbers = 2048;
constexpr std::uint64_t segment_numbers = std::uint64_t{1} << 19;  // 32 KiB: one bit for each odd number

/// The odd numbers from `low` (even) to below `high`, each struck or not: bit k stands for low + 2 k + 1.
class OddNumbers {
 public:
  OddNumbers(std::uint64_t low, std::uint64_t high)
      : low_(low), high_(high), count_((high - low) / 2), struck_(count_ / 64 + 1) {
    if (low == 0) struck_[0] = 1;  // 1 is not a prime
  }

  std::uint64_t low() const { return low_; }
  std::uint64_t high() const { return high_; }

  /// Strikes the odd multiples of `prime` (odd) from its square on; smaller ones have a smaller factor. It
  /// counts in distances from `low`, which cannot overflow, unlike the multiples themselves.
  void strike_multiples_of(std::uint64_t prime) {
    const std::uint64_t square = prime * prime;
    std::uint64_t distance = square > low_ ? square - low_ : (prime - low_ % prime) % prime;
    if (distance % 2 == 0) distance += prime;  // even numbers are not stored
    for (std::uint64_t k = distance / 2; k < count_; k += prime)
      struck_[k / 64] |= std::uint64_t{1} << k % 64;
  }

  /// Calls `visit` with every number that is not struck, in ascending order.
  template <class Visit>
  void for_each_left(const Visit& visit) const {
    for (std::uint64_t word = 0; word < struck_.size(); ++word) {
      for (std::uint64_t left = ~struck_[word]; left != 0; left &= left - 1) {
        const std::uint64_t k = 64 * word + static_cast<std::uint64_t>(std::countr_zero(left));
        if (k >= count_) return;
        visit(low_ + 2 * k + 1);
      }
    }
  }

  /// Precondition: there is such a number, and low <= bound <= high.
  std::uint64_t largest_left_below(std::uint64_t bound) const {
    std::uint64_t k = (bound - low_) / 2;
    do --k;
    while (struck_[k / 64] >> k % 64 & 1);
    return low_ + 2 * k + 1;
  }

 private:
  std::uint64_t low_, high_, count_;
  std::vector<std::uint64_t> struck_;
};

/// Calls `visit` with every odd prime below `end`, in ascending order; `end` is at most 2^32.
template <class Visit>
void for_each_odd_prime_below(std::uint64_t end, const Visit& visit) {
  constexpr std::uint64_t root_of_largest_end = 1 << 16;
  OddNumbers small(0, root_of_largest_end);
  for (std::uint64_t odd = 3; odd * odd < root_of_largest_end; odd += 2) small.strike_multiples_of(odd);
  std::vector<std::uint64_t> sieving_primes;
  small.for_each_left([&](std::uint64_t prime) { sieving_primes.push_back(prime); });

  for (std::uint64_t low = 0; low < end; low += segment_numbers) {
    OddNumbers segment(low, std::min(low + segment_numbers, end));
    for (const std::uint64_t prime : sieving_primes) {
      if (prime * prime >= segment.high()) break;
      segment.strike_multiples_of(prime);
    }
    segment.for_each_left(visit);
  }
}

/// The windows below all bounds, in ascending order, merged if they overlap.
std::vector<OddNumbers> windows_below(std::span<const std::uint64_t> bounds) {
  std::vector<std::uint64_t> sorted(bounds.begin(), bounds.end());
  std::sort(sorted.begin(), sorted.end());
  const auto low_of = [](std::uint64_t bound) {
    return bound > window_numbers ? (bound - window_numbers) & ~std::uint64_t{1} : 0;
  };
  std::vector<OddNumbers> windows;
  for (std::size_t k = 0; k < sorted.size();) {
    const std::uint64_t low = low_of(sorted[k]);
    std::uint64_t high = sorted[k];
    for (++k; k < sorted.size() && low_of(sorted[k]) <= high; ++k) high = sorted[k];
    windows.emplace_back(low, high);
  }
  return windows;
}

/// The smallest number whose square is at least `square`; at most 2^32.
std::uint64_t ceil_of_root(std::uint64_t square) {
  // The root of a double is off by less than one here; step to the correct value without squaring past 2^64.
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  while (root < (std::uint64_t{1} << 32) && root * root < square) ++root;
  return root;
}

}  // namespace

void largest_prime_cpu_sieve(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  assert(bounds.size() == primes.size());
  if (bounds.empty()) return;
  std::vector<OddNumbers> windows = windows_below(bounds);
  for_each_odd_prime_below(ceil_of_root(windows.back().high()), [&](std::uint64_t prime) {
    for (auto window = windows.rbegin(); window != windows.rend(); ++window) {
      if (prime * prime >= window->high()) break;
      window->strike_multiples_of(prime);
    }
  });
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const std::uint64_t bound = bounds[k];
    if (bound <= 3) {
      primes[k] = bound == 3 ? 2 : 0;
      continue;
    }
    const auto above =
        std::upper_bound(windows.begin(), windows.end(), bound,
                         [](std::uint64_t b, const OddNumbers& window) { return b <= window.low(); });
    primes[k] = std::prev(above)->largest_left_below(bound);
  }
}

}  // namespace kernels
