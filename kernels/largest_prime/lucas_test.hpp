#pragma once

#include <cstdint>

#include "kernels/largest_prime/montgomery.hpp"

namespace kernels {

/// Whether a number that passed a test to base 2 (Fermat's, Euler's or the strong one) is prime: the test of
/// Baillie, Pomerance, Selfridge and Wagstaff. Below 2^64 no composite passes both.
///
/// P is the first of 3, 4, 5, ... for which P^2 - 4 is no square modulo n, by Jacobi's symbol. With V_0 = 2,
/// V_1 = P, V_(k+1) = P V_k - V_(k-1), a prime n whose n + 1 is d * 2^s, d odd, has V_d = 2 or -2, or V_(d *
/// 2^r) = 0 for some r < s (the "almost extra strong" test: that for U_d is left out). A step takes the pair
/// V_k, V_(k+1) to that of 2 k or 2 k + 1, by two products that do not wait for each other.
///
/// The same statements run on host and device, and are written as steps so that a core can take those of
/// several numbers by turns: one number's products wait for each other three times as long as they take.
///
/// Sources: R. Baillie, S. S. Wagstaff, "Lucas pseudoprimes", Mathematics of Computation 35 (1980); J.
/// Grantham, "Frobenius pseudoprimes", the same 70 (2001); that no composite below 2^64 passes: J. Feitsma's
/// list of the base-2 pseudoprimes, checked by D. Jacobsen, "Pseudoprime statistics, tables, and data".
class LucasTest {
 public:
  static constexpr int window_steps = 1;  ///< see end_window()

  /// Precondition: the number is odd, above 1000 and passed for base 2.
  WARP_JUDGE_BOTH_SIDES explicit LucasTest(std::uint64_t number)
      : modulo_(number), is_square_(is_passing_square(number)), squarings_(trailing_zeros(number + 1)) {
    const std::uint64_t one = modulo_.one();
    two_ = modulo_.sum(one, one);
    minus_two_ = number - two_;
    const std::uint64_t four = modulo_.sum(two_, two_);
    const std::uint64_t from_three[] = {modulo_.sum(two_, one), four, modulo_.sum(four, one),
                                        modulo_.sum(four, two_), modulo_.sum(four, modulo_.sum(two_, one))};
    std::uint32_t place = first_place(number);
    first_ = from_three[place];
    if (place == 4) {
      for (std::uint32_t p = 7; !is_square_ && jacobi(p * p - 4, number) != -1; ++p) {
        first_ = modulo_.sum(first_, one);
      }
    }
    const std::uint64_t index = (number + 1) >> squarings_;
    steps_ = 63 - leading_zeros(index);
    between_ = first_;
    square_ = modulo_.product_less(first_, first_, two_);
    // Bit 63 is for the next step, as if a step for an odd index had preceded it.
    const std::uint64_t odd = index << 1 << (63 - steps_);
    change_ = odd ^ (odd >> 1 | std::uint64_t{1} << 63);
  }

  /// The number of remaining steps.
  WARP_JUDGE_BOTH_SIDES int steps() const { return steps_; }

  /// Makes V_k and V_(k+1), of which one is the last step's square, the other its product between them. The product of
  /// this step takes both; which one it squares depends on whether the index is odd or even as it was before.
  WARP_JUDGE_BOTH_SIDES void step() {
    const bool changes = is_a_toss_up(change_ >> 63 != 0);
    change_ += change_;
    --steps_;
    const std::uint64_t squared = changes ? between_ : square_;
    between_ = modulo_.product_less(square_, between_, first_);
    square_ = modulo_.product_less(squared, squared, two_);
  }

  /// A hook for callers that perform steps of any such test, after every `window_steps` steps. Here it does
  /// nothing.
  WARP_JUDGE_BOTH_SIDES void end_window() {}

  /// Whether the number passes, after all steps.
  WARP_JUDGE_BOTH_SIDES bool passes() const {
    if (is_square_) return false;
    std::uint64_t value = between_;  // the index is odd
    if (value == two_ || value == minus_two_) return true;
    for (int k = 1; k < squarings_ && value != 0; ++k) value = modulo_.product_less(value, value, two_);
    return value == 0;
  }

 private:
  /// A core would mispredict a branch on this half the time.
  static WARP_JUDGE_BOTH_SIDES bool is_a_toss_up(bool condition) {
#ifdef __CUDA_ARCH__
    return condition;  // nvcc has no such function for the device, and code that calls it does nothing there
#else
    return __builtin_expect_with_probability(condition, 1, 0.5);
#endif
  }

  /// The only squares below 2^64 that pass for base 2, those of the Wieferich primes. No P works for a
  /// square.
  static WARP_JUDGE_BOTH_SIDES bool is_passing_square(std::uint64_t number) {
    return number == 1093 * 1093 || number == 3511 * 3511;
  }

  /// P - 3, if P is below 7, otherwise 4: from the remainders for which 5, 12, 21 and 32 are no squares.
  static WARP_JUDGE_BOTH_SIDES std::uint32_t first_place(std::uint64_t number) {
    constexpr unsigned of_5 = 1 << 2 | 1 << 3, of_12 = 1 << 5 | 1 << 7,
                       of_21 = 1 << 2 | 1 << 8 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 19,
                       of_8 = 1 << 3 | 1 << 5;
    const unsigned found = (of_5 >> number % 5 & 1) | (of_12 >> number % 12 & 1) << 1 |
                           (of_21 >> number % 21 & 1) << 2 | (of_8 >> number % 8 & 1) << 3;
    return static_cast<std::uint32_t>(trailing_zeros(found | 1 << 4));
  }

  /// Jacobi's symbol (a / n) for odd n, by quadratic reciprocity.
  static WARP_JUDGE_BOTH_SIDES int jacobi(std::uint32_t a, std::uint64_t n) {
    int sign = 1;
    auto below = static_cast<std::uint32_t>(n % 8);
    const auto take_out_twos = [&sign, &below](std::uint32_t& number) {
      const int twos = trailing_zeros(number);
      number >>= twos;
      if (twos % 2 == 1 && (below == 3 || below == 5)) sign = -sign;
    };
    take_out_twos(a);
    if (a % 4 == 3 && below % 4 == 3) sign = -sign;
    auto rest = static_cast<std::uint32_t>(n % a);
    while (rest != 0) {  // (rest / a)
      below = a % 8;
      take_out_twos(rest);
      if (rest % 4 == 3 && below % 4 == 3) sign = -sign;
      const std::uint32_t remainder = a % rest;
      a = rest;
      rest = remainder;
    }
    return a == 1 ? sign : 0;
  }

  Montgomery modulo_;
  bool is_square_;
  int squarings_, steps_;
  std::uint64_t two_, minus_two_, first_, square_, between_, change_;
};

}  // namespace kernels
