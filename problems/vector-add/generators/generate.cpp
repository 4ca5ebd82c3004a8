#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;
using Vector = std::vector<std::int32_t>;
using Pair = std::pair<std::int32_t, std::int32_t>;

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

void write_vectors(Writer& out, const Vector& a, const Vector& b) {
  out.integer(a.size());
  out.character('\n');
  out.row<std::int32_t>(a);
  out.row<std::int32_t>(b);
}

/// The two vectors as they stand.
auto literal(const Vector& a, const Vector& b) {
  return [=](Writer& out, Random&) { write_vectors(out, a, b); };
}

/// `count` pairs of elements, each made by `make`.
auto pairs(std::size_t count, const std::function<Pair(Random&)>& make) {
  return [=](Writer& out, Random& random) {
    Vector a(count);
    Vector b(count);
    for (std::size_t i = 0; i < count; ++i) std::tie(a[i], b[i]) = make(random);
    write_vectors(out, a, b);
  };
}

/// `count` pairs, both elements from `from` to `to`.
auto uniform(std::size_t count, std::int32_t from = lowest, std::int32_t to = highest) {
  return pairs(count, [=](Random& random) {
    const std::int32_t a = random.integer(from, to);
    return Pair{a, random.integer(from, to)};
  });
}

/// `count` times the same pair.
auto constant(std::size_t count, std::int32_t a, std::int32_t b) {
  return pairs(count, [=](Random&) { return Pair{a, b}; });
}

/// A number of 1 to 32 bits, every length equally likely: long and short numbers alternate.
std::int32_t any_length(Random& random) {
  return static_cast<std::int32_t>(random.integer(lowest, highest) >> random.integer(0, 31));
}

/// A number that needs ten digits, of either sign.
std::int32_t ten_digits(Random& random) {
  const std::int32_t value = random.integer(1'000'000'000, highest);
  return random.integer(0, 1) == 0 ? value : -value;
}

/// Two elements whose sum is `sum`; both exist for every sum of two 32-bit integers.
Pair with_sum(Random& random, std::int64_t sum) {
  const std::int64_t from = sum < 0 ? lowest : sum - highest;
  const std::int64_t to = sum < 0 ? sum - lowest : highest;
  const std::int64_t a = random.integer(from, to);
  return {static_cast<std::int32_t>(a), static_cast<std::int32_t>(sum - a)};
}

/// Pairs whose sums are `first` and `second` in turn, at random.
auto sums(std::size_t count, std::int64_t first, std::int64_t second) {
  return pairs(count,
               [=](Random& random) { return with_sum(random, random.integer(0, 1) == 0 ? first : second); });
}

const TestCase cases[] = {
    {"sample/01-five", 0, literal({1, 2, 3, 4, 5}, {10, 20, 30, 40, 50})},
    {"sample/02-needs-33-bits", 0, literal({highest, lowest, 7, -1}, {highest, lowest, -7, highest})},

    {"secret/01-one", 0, literal({17}, {25})},
    {"secret/02-one-zero", 0, literal({0}, {0})},
    {"secret/03-one-lowest", 0, literal({lowest}, {lowest})},
    {"secret/04-one-highest", 0, literal({highest}, {highest})},
    {"secret/05-two", 0, literal({1, -20}, {-300, 4000})},
    {"secret/06-two-cancel", 0, literal({highest, -1}, {-highest, 1})},
    {"secret/07-three", 7, uniform(3)},
    {"secret/08-all-zero", 8, constant(100, 0, 0)},
    {"secret/09-one-digit", 9, uniform(1000, 0, 9)},
    {"secret/10-ten-digits", 10,
     pairs(1000, [](Random& random) { return Pair{ten_digits(random), ten_digits(random)}; })},
    {"secret/11-any-length", 11,
     pairs(1000, [](Random& random) { return Pair{any_length(random), any_length(random)}; })},
    {"secret/12-all-lowest", 12, constant(500, lowest, lowest)},
    {"secret/13-all-highest", 13, constant(500, highest, highest)},
    {"secret/14-highest-and-lowest", 14, constant(500, highest, lowest)},
    {"secret/15-all-negative", 15, uniform(1000, lowest, -1)},
    {"secret/16-all-positive", 16, uniform(1000, 1, highest)},
    {"secret/17-all-cancel", 17, sums(1000, 0, 0)},
    {"secret/18-sums-just-fit-32-bits", 18, sums(1000, lowest, highest)},
    {"secret/19-sums-just-miss-32-bits", 19, sums(1000, std::int64_t{lowest} - 1, std::int64_t{highest} + 1)},
    // Odd sums above 2^24 have no float32 value.
    {"secret/20-sums-just-miss-float32", 20, sums(1000, 16'777'217, -16'777'219)},
    {"secret/21-prime-31", 21, uniform(31)},
    {"secret/22-power-32", 22, uniform(32)},
    {"secret/23-power-plus-one-33", 23, uniform(33)},
    {"secret/24-prime-97", 24, uniform(97)},
    {"secret/25-power-minus-one-255", 25, uniform(255)},
    {"secret/26-power-256", 26, uniform(256)},
    {"secret/27-prime-257", 27, uniform(257)},
    {"secret/28-power-minus-one-1023", 28, uniform(1023)},
    {"secret/29-power-1024", 29, uniform(1024)},
    {"secret/30-power-plus-one-1025", 30, uniform(1025)},
    {"secret/31-power-minus-one-65535", 31, uniform(65'535, -999, 999)},
    {"secret/32-power-65536", 32, uniform(65'536, -9, 9)},
    {"secret/33-prime-65537", 33, uniform(65'537)},
    {"secret/34-million", 34, uniform(1'000'000)},
    {"secret/35-million-of-one-digit", 35, uniform(1'000'000, 0, 9)},
    {"secret/36-million-less-one", 36, uniform(999'999, 0, 9)},
    {"secret/37-prime-999983", 37, uniform(999'983, -9, 9)},

    {"large/01-ten-million-less-one", 101, uniform(9'999'999)},
    {"large/02-hundred-million", 102, uniform(100'000'000, -99'999, 99'999)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases,
                            {"N", [](std::span<const std::uint64_t> size) { return uniform(size[0]); }});
}
