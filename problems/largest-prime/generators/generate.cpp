#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "problems/common/frame/generator.hpp"
#include "problems/largest-prime/generators/hard_numbers.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;
using namespace problems::largest_prime;

using Numbers = std::vector<std::uint64_t>;

constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
constexpr std::uint64_t two_to_63 = std::uint64_t{1} << 63;

void write_numbers(Writer& out, const Numbers& numbers) {
  for (const std::uint64_t number : numbers) {
    out.integer(number);
    out.character('\n');
  }
}

auto literal(std::initializer_list<std::uint64_t> numbers) {
  return [numbers = Numbers(numbers)](Writer& out, Random&) { write_numbers(out, numbers); };
}

/// `first`, `first` + 1 and so on up to `last`.
auto all_from(std::uint64_t first, std::uint64_t last) {
  return [=](Writer& out, Random&) {
    Numbers numbers;
    for (std::uint64_t n = first; n < last; ++n) numbers.push_back(n);
    numbers.push_back(last);
    write_numbers(out, numbers);
  };
}

/// `count` numbers from `lowest_number` to `highest_number`, all equally likely.
auto uniform(std::size_t count, std::uint64_t lowest_number, std::uint64_t highest_number) {
  return [=](Writer& out, Random& random) {
    Numbers numbers(count);
    for (std::uint64_t& n : numbers) n = random.integer(lowest_number, highest_number);
    write_numbers(out, numbers);
  };
}

/// `count` numbers of 1 to 64 bits, every length equally likely.
auto any_length(std::size_t count) {
  return [=](Writer& out, Random& random) {
    Numbers numbers(count);
    for (std::uint64_t& n : numbers) n = random.next() >> random.integer(0, 63);
    write_numbers(out, numbers);
  };
}

/// Each number and the one after it: below the latter, the former is the first candidate.
auto around(std::span<const std::uint64_t> numbers) {
  return [=](Writer& out, Random&) {
    for (const std::uint64_t n : numbers) write_numbers(out, {n, n + 1});
  };
}

auto powers(std::uint64_t base) {
  return [=](Writer& out, Random&) {
    std::uint64_t power = 1;
    for (;;) {
      write_numbers(out, {power - 1, power, power + 1});
      if (power > highest / base) return;
      power *= base;
    }
  };
}

bool is_prime(std::uint64_t number) {
  for (std::uint64_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return number >= 2;
}

std::uint64_t prime_from(std::uint64_t number) {
  while (!is_prime(number)) ++number;
  return number;
}

auto primes_below(std::uint64_t limit) {
  return [=](Writer& out, Random&) {
    Numbers numbers;
    for (std::uint64_t n = 2; n < limit; ++n) {
      if (is_prime(n)) numbers.push_back(n);
    }
    write_numbers(out, numbers);
  };
}

/// p^2 + 1 for `count` primes p from `smallest` to about `largest`.
auto above_squares(std::size_t count, std::uint64_t smallest, std::uint64_t largest) {
  return [=](Writer& out, Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t p = prime_from(random.integer(smallest, largest));
      write_numbers(out, {p * p + 1});
    }
  };
}

/// p q + 1 for `count` pairs of successive primes p < q, p from `smallest` to about `largest`.
auto above_products(std::size_t count, std::uint64_t smallest, std::uint64_t largest) {
  return [=](Writer& out, Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t p = prime_from(random.integer(smallest, largest));
      write_numbers(out, {p * prime_from(p + 1) + 1});
    }
  };
}

/// The ends of every maximal gap that begins from `from` to below
/// `to`: the prime after it, to which the answer is farthest.
auto ends_of_gaps(std::uint64_t from, std::uint64_t to) {
  return [=](Writer& out, Random&) {
    for (const auto& [prime, length] : maximal_gaps) {
      if (prime >= from && prime < to) write_numbers(out, {prime + length});
    }
  };
}

/// A number inside each maximal gap.
auto inside_gaps() {
  return [](Writer& out, Random& random) {
    for (const auto& [prime, length] : maximal_gaps)
      write_numbers(out, {prime + random.integer({1}, length)});
  };
}

const TestCase cases[] = {
    {"sample/01-one-number", 0, literal({100})},
    {"sample/02-several-numbers", 0, literal({2, 3, 13, 1'000'000'000, 4'294'967'312})},

    {"secret/01-zero", 0, literal({0})},
    {"secret/02-one", 0, literal({1})},
    {"secret/03-two", 0, literal({2})},
    {"secret/04-three", 0, literal({3})},
    {"secret/05-four", 0, literal({4})},
    {"secret/06-all-up-to-2000", 0, all_from(0, 2000)},
    {"secret/07-primes-up-to-20000", 0, primes_below(20'000)},
    {"secret/08-around-2-to-16", 0, all_from((1 << 16) - 20, (1 << 16) + 20)},
    {"secret/09-around-2-to-31", 0, all_from(two_to_32 / 2 - 20, two_to_32 / 2 + 20)},
    {"secret/10-around-2-to-32", 0, all_from(two_to_32 - 20, two_to_32 + 20)},
    {"secret/11-little-above-2-to-32", 11, uniform(50, two_to_32, two_to_32 / 4 * 5)},
    {"secret/12-around-2-to-53", 0, all_from((std::uint64_t{1} << 53) - 20, (std::uint64_t{1} << 53) + 20)},
    {"secret/13-around-2-to-63", 0, all_from(two_to_63 - 30, two_to_63 + 30)},
    {"secret/14-around-10-to-18", 0, all_from(999'999'999'999'999'980, 1'000'000'000'000'000'020)},
    {"secret/15-highest", 0, literal({highest})},
    {"secret/16-largest-prime-of-64-bits", 0, literal({18'446'744'073'709'551'557u})},
    {"secret/17-just-above-largest-prime", 0, literal({18'446'744'073'709'551'558u})},
    {"secret/18-around-powers-of-2", 0, powers(2)},
    {"secret/19-around-powers-of-10", 0, powers(10)},
    {"secret/20-large-primes", 0, around(large_primes)},
    {"secret/21-twin-primes", 0, around(larger_twin_primes)},
    {"secret/22-above-squares-of-small-primes", 22, above_squares(200, 2, 2000)},
    {"secret/23-above-squares-of-large-primes", 23, above_squares(30, 4'000'000'000, 4'294'967'000)},
    {"secret/24-above-products-of-close-primes", 24, above_products(30, 60'000, 1'000'000)},
    {"secret/25-above-products-of-close-large-primes", 25, above_products(15, 4'000'000'000, 4'294'967'000)},
    {"secret/26-carmichael-numbers", 0, around(carmichael_numbers)},
    {"secret/27-large-carmichael-numbers", 0, around(large_carmichael_numbers)},
    {"secret/28-strong-pseudoprimes-to-base-2", 0, around(strong_pseudoprimes_to_base_2)},
    {"secret/29-strong-pseudoprimes-to-first-primes", 0, around(strong_pseudoprimes_to_first_primes)},
    {"secret/30-strong-pseudoprimes-to-known-base-sets", 0, around(strong_pseudoprimes_to_known_base_sets)},
    {"secret/31-large-strong-pseudoprimes", 0, around(large_strong_pseudoprimes)},
    {"secret/32-ends-of-short-gaps", 0, ends_of_gaps(0, 1'000'000'000'000)},
    {"secret/33-ends-of-long-gaps", 0, ends_of_gaps(1'000'000'000'000, highest)},
    {"secret/34-inside-gaps", 34, inside_gaps()},
    {"secret/35-end-of-longest-gap", 0, literal({18'361'375'334'787'048'247u})},
    {"secret/36-any-length", 36, any_length(500)},
    {"secret/37-thousand-large", 37, uniform(1000, two_to_63, highest)},
    {"secret/38-hundred-thousand-small", 38, uniform(100'000, 0, 2000)},
    {"secret/39-hundred-thousand-of-five-digits", 39, uniform(100'000, 10'000, 20'000)},

    {"large/01-million-of-any-length", 101, any_length(1'000'000)},
    {"large/02-million-large", 102, uniform(1'000'000, two_to_63, highest)},
    {"large/03-million-in-a-short-range", 103, uniform(1'000'000, 4'000'000'000, 4'100'000'000)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases, {"COUNTxLARGEST", [](std::span<const std::uint64_t> size) {
                                                  return uniform(size[0], 0, size[1]);
                                                }});
}
