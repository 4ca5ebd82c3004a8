// The test of Baillie, Pomerance, Selfridge and Wagstaff, several numbers side by side.
//
// A squaring modulo n takes three multiplications that wait for each other: 12 cycles, in three of which the
// core is busy. So it interleaves the squarings of four candidates, of one bound or, in a batch, of four
// bounds. Near 2^64, a number that passes for base 2 is composite once in 10^10 times. The Lucas test makes the
// answer certain, in a quarter of the time of six more bases, again for four numbers of a batch side by side.
//
// Work near 2^64: sieving by the primes up to 241 takes 200 cycles and leaves 4.5 candidates on average, each
// 57 squarings; the Lucas test takes 62 pairs of products. One bound alone takes 1.6 rounds of four candidates
// on average, 850 cycles each, and 900 cycles for the Lucas test, with which nothing can be interleaved: 2500.
// In a batch, it takes 4.5 quarters of such rounds, and a third of a Lucas test: 1500. What was measured:
// laboratory/notes/largest_prime.md.
//
// Sources: see lucas_test.hpp and candidates.hpp; R. Baillie, A. Fiori, S. S. Wagstaff, "Strengthening the
// Baillie-PSW primality test", Mathematics of Computation 90 (2021). A second base that a hash of the number
// chooses (M. Forisek, J. Jancina, "Fast primality testing for integers that fit into a machine word", 2015)
// takes two thirds of a Lucas test, but tables of 100 KiB and more.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#include "kernels/largest_prime/candidates.hpp"
#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/lucas_test.hpp"
#include "kernels/largest_prime/montgomery.hpp"

namespace kernels {

LargestPrimeFunction largest_prime_cpu_bpsw;

namespace {

constexpr std::size_t lanes = 4;

/// Whether 2^-((n - 1) / 2), and so 2^((n - 1) / 2), is 1 or -1 modulo an odd number n above 1000, in steps as
/// LucasTest has them. All that passes the strong test does, and some more; but all numbers of a length take as many
/// steps.
///
/// Montgomery's representation of 2^-j is 2^(64 - j), and dividing by 2^j is a reduction without a product. So six bits
/// of the exponent take six squarings and one such division; powers of 2 take a doubling for each bit.
class EulerTest {
 public:
  static constexpr int window_steps = 6;

  explicit EulerTest(std::uint64_t number) : number_(number), modulo_(number) {
    const std::uint64_t exponent = number / 2;
    steps_ = 64 - leading_zeros(exponent) - window_steps;
    value_ = std::uint64_t{1} << (64 - (exponent >> steps_));
    if (value_ >= number) value_ %= number;
    // The rest of the exponent, padded with leading zeros to fill the first window.
    const int windows = (steps_ + window_steps - 1) / window_steps;
    windows_ = (exponent ^ (exponent >> steps_ << steps_)) << (64 - window_steps * windows);
  }

  int steps() const { return steps_; }

  void step() {
    value_ = modulo_.product(value_, value_);
    --steps_;
  }

  /// Call it when the number of remaining steps is a multiple of the window.
  void end_window() {
    value_ = modulo_.shifted(value_, static_cast<int>(windows_ >> (64 - window_steps)));
    windows_ <<= window_steps;
  }

  bool passes() const {
    const std::uint64_t power = modulo_.meaning(value_);
    return power == 1 || power == number_ - 1;
  }

 private:
  std::uint64_t number_;
  Montgomery modulo_;
  std::uint64_t value_, windows_;
  int steps_;
};

template <class Test>
void take_steps(int count, Test& test) {
  while (count-- > 0) {
    test.step();
    if (test.steps() % Test::window_steps == 0) test.end_window();
  }
}

/// Bit k: whether test k is passed. Each test is a separate variable, which gets registers; an array would be
/// in memory.
template <class Test, class... Tests>
unsigned passed_side_by_side(Test first, Tests... others) {
  const int together = std::min({first.steps(), others.steps()...});
  take_steps(first.steps() - together, first);
  (take_steps(others.steps() - together, others), ...);
  for (int left = together; left > 0;) {
    constexpr int window = Test::window_steps;
    for (const int end = (left - 1) / window * window; left > end; --left) {
      first.step();
      (others.step(), ...);
    }
    first.end_window();
    (others.end_window(), ...);
  }
  unsigned passed = first.passes();
  int lane = 1;
  ((passed |= static_cast<unsigned>(others.passes()) << lane++), ...);
  return passed;
}

/// Bit k: whether number k passes.
template <class Test>
unsigned passing(const std::array<std::uint64_t, lanes>& numbers) {
  static_assert(lanes == 4);
  return passed_side_by_side(Test(numbers[0]), Test(numbers[1]), Test(numbers[2]), Test(numbers[3]));
}

/// The bounds whose candidates are being tested, and the waiting ones.
class Searches {
 public:
  Searches(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes)
      : bounds_(bounds), primes_(primes) {
    while (active_ < lanes && begin(active_)) ++active_;
  }

  bool done() const { return active_ == 0; }

  /// Tests a candidate in each lane. A single bound uses all lanes, two bounds use two each, and so on.
  void round() {
    std::array<std::uint64_t, lanes> numbers;
    for (std::size_t lane = 0, slot = 0; lane < lanes; ++lane) {
      numbers[lane] = searches_[slot].candidates.next();
      if (++slot == active_) slot = 0;
    }
    const unsigned passed = passing<EulerTest>(numbers);
    const std::size_t active = active_;
    for (std::size_t slot = active; slot-- > 0;) {  // downwards: what end() moves here was seen before
      for (std::size_t lane = slot; lane < lanes; lane += active) {
        if ((passed >> lane & 1) == 0) continue;
        end(slot, numbers[lane]);
        break;
      }
    }
  }

 private:
  struct Search {
    std::size_t index = 0;
    Candidates candidates{Candidates::too_small + 1};
  };

  /// Gives the slot the next bound, if there is one; answers small bounds directly.
  bool begin(std::size_t slot) {
    for (; next_ < bounds_.size(); ++next_) {
      const std::uint64_t bound = bounds_[next_];
      if (bound > Candidates::too_small) {
        searches_[slot] = {next_++, Candidates(bound)};
        return true;
      }
      primes_[next_] = largest_prime_below_small(static_cast<std::uint32_t>(bound));
    }
    return false;
  }

  void end(std::size_t slot, std::uint64_t prime) {
    primes_[searches_[slot].index] = prime;
    if (!begin(slot)) searches_[slot] = searches_[--active_];
  }

  std::span<const std::uint64_t> bounds_;
  std::span<std::uint64_t> primes_;
  std::array<Search, lanes> searches_;
  std::size_t active_ = 0, next_ = 0;
};

/// Corrects the answers by Lucas tests.
void correct(bool is_prime, std::uint64_t& prime) {
  if (!is_prime) largest_prime_cpu_bpsw({&prime, 1}, {&prime, 1});
}

/// Replaces a number that passed for base 2 but is not prime.
void confirm(std::span<std::uint64_t> primes) {
  std::array<std::uint64_t, lanes> numbers;
  std::array<std::uint64_t*, lanes> places;
  std::size_t count = 0;
  for (std::uint64_t& prime : primes) {
    if (prime < Candidates::certain_below) continue;
    numbers[count] = prime;
    places[count++] = &prime;
    if (count < lanes) continue;
    const unsigned passed = passing<LucasTest>(numbers);
    for (std::size_t k = 0; k < lanes; ++k) correct(passed >> k & 1, *places[k]);
    count = 0;
  }
  for (std::size_t k = 0; k < count; ++k) {
    correct(passed_side_by_side(LucasTest(numbers[k])) != 0, *places[k]);
  }
}

}  // namespace

void largest_prime_cpu_bpsw(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  assert(bounds.size() == primes.size());
  for (Searches searches(bounds, primes); !searches.done();) searches.round();
  confirm(primes);
}

}  // namespace kernels
