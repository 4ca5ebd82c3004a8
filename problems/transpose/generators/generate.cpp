#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

/// An R x C matrix; `make(r, c, random)` gives its elements.
auto matrix(std::size_t rows, std::size_t columns,
            const std::function<std::int32_t(std::size_t, std::size_t, Random&)>& make) {
  return [=](Writer& out, Random& random) {
    out.integer(rows);
    out.character(' ');
    out.integer(columns);
    out.character('\n');
    std::vector<std::int32_t> row(columns);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) row[c] = make(r, c, random);
      out.row<std::int32_t>(row);
    }
  };
}

/// The matrix with these elements, row by row.
auto literal(std::size_t rows, std::size_t columns, const std::vector<std::int32_t>& elements) {
  return matrix(rows, columns,
                [=](std::size_t r, std::size_t c, Random&) { return elements[r * columns + c]; });
}

/// Elements from `from` to `to`.
auto uniform(std::size_t rows, std::size_t columns, std::int32_t from = lowest, std::int32_t to = highest) {
  return matrix(rows, columns,
                [=](std::size_t, std::size_t, Random& random) { return random.integer(from, to); });
}

/// 1, 2, 3, ... row by row: every element is another, and says where it came from.
auto counting(std::size_t rows, std::size_t columns) {
  return matrix(rows, columns, [=](std::size_t r, std::size_t c, Random&) {
    return static_cast<std::int32_t>(r * columns + c + 1);
  });
}

/// Equal to its transpose, but not to what a rotation or a reflection makes of it.
std::int32_t symmetric(std::size_t r, std::size_t c, Random&) {
  return static_cast<std::int32_t>(1000 * (r + c) + r * c);
}

/// The transpose has the opposite signs.
std::int32_t antisymmetric(std::size_t r, std::size_t c, Random&) {
  return static_cast<std::int32_t>(1000 * r + r * r) - static_cast<std::int32_t>(1000 * c + c * c);
}

std::int32_t only_diagonal(std::size_t r, std::size_t c, Random&) {
  return r == c ? static_cast<std::int32_t>(r + 1) : 0;
}

std::int32_t extremes(std::size_t, std::size_t, Random& random) {
  constexpr std::int32_t values[] = {lowest, lowest + 1, -1, 0, 1, highest - 1, highest};
  return values[random.integer<std::size_t>(0, 6)];
}

/// Odd and above 2^24: no float32 value.
std::int32_t above_float32(std::size_t, std::size_t, Random& random) {
  return 2 * random.integer(1 << 23, 1 << 29) + 1;
}

/// 1 to 32 bits, every length equally likely: long and short numbers alternate.
std::int32_t any_length(std::size_t, std::size_t, Random& random) {
  return static_cast<std::int32_t>(random.integer(lowest, highest) >> random.integer(0, 31));
}

const TestCase cases[] = {
    {"sample/01-two-by-three", 0, literal(2, 3, {1, 2, 3, 4, 5, 6})},
    {"sample/02-one-column", 0, literal(4, 1, {7, -8, highest, lowest})},

    {"secret/01-one-by-one", 0, literal(1, 1, {5})},
    {"secret/02-one-by-one-lowest", 0, literal(1, 1, {lowest})},
    {"secret/03-one-by-two", 0, literal(1, 2, {3, -4})},
    {"secret/04-two-by-one", 0, literal(2, 1, {3, -4})},
    {"secret/05-two-by-two", 0, literal(2, 2, {1, 2, 3, 4})},
    {"secret/06-all-zero", 6, uniform(10, 20, 0, 0)},
    {"secret/07-all-equal", 7, uniform(20, 10, 1, 1)},
    {"secret/08-diagonal", 8, matrix(40, 50, only_diagonal)},
    {"secret/09-symmetric", 9, matrix(50, 50, symmetric)},
    {"secret/10-antisymmetric", 10, matrix(50, 50, antisymmetric)},
    {"secret/11-extremes", 11, matrix(30, 40, extremes)},
    {"secret/12-above-float32", 12, matrix(40, 30, above_float32)},
    {"secret/13-any-length", 13, matrix(50, 60, any_length)},
    {"secret/14-one-digit", 14, uniform(60, 50, 0, 9)},
    {"secret/15-all-negative", 15, uniform(40, 40, lowest, -1)},
    {"secret/16-one-row-of-1000", 16, uniform(1, 1000)},
    {"secret/17-one-column-of-1000", 17, uniform(1000, 1)},
    {"secret/18-prime-7-by-11", 18, counting(7, 11)},
    {"secret/19-prime-97-by-101", 19, counting(97, 101)},
    {"secret/20-prime-101-by-89", 20, uniform(101, 89)},
    {"secret/21-tile-16-by-8", 21, uniform(16, 8)},
    {"secret/22-tile-17-by-15", 22, uniform(17, 15)},
    {"secret/23-tile-31-by-33", 23, uniform(31, 33)},
    {"secret/24-tile-32-by-32", 24, uniform(32, 32)},
    {"secret/25-tile-33-by-31", 25, uniform(33, 31)},
    {"secret/26-tile-63-by-64", 26, uniform(63, 64)},
    {"secret/27-tile-64-by-64", 27, uniform(64, 64)},
    {"secret/28-tile-65-by-63", 28, uniform(65, 63)},
    {"secret/29-wide-31-by-1000", 29, uniform(31, 1000, -999, 999)},
    {"secret/30-tall-1000-by-33", 30, uniform(1000, 33, -999, 999)},
    {"secret/31-power-128-by-256", 31, uniform(128, 256)},
    {"secret/32-near-powers-257-by-255", 32, uniform(257, 255)},
    {"secret/33-near-powers-511-by-513", 33, uniform(511, 513, 0, 9)},
    {"secret/34-power-minus-one-1000-by-511", 34, uniform(1000, 511, 0, 9)},
    {"secret/35-million-rows", 35, uniform(1'000'000, 1, -9, 9)},
    {"secret/36-million-columns", 36, uniform(1, 1'000'000, -9, 9)},
    {"secret/37-square-1000", 37, uniform(1000, 1000)},
    {"secret/38-two-rows", 38, uniform(2, 500'000, 0, 9)},
    {"secret/39-two-columns", 39, uniform(500'000, 2, 0, 9)},
    {"secret/40-three-columns", 40, counting(33'333, 3)},
    {"secret/41-prime-997-by-991", 41, uniform(997, 991, -9, 9)},
    {"secret/42-near-powers-1025-by-975", 42, uniform(1025, 975, 0, 9)},
    // The elements of one column lie a power of two apart, in few sets of the cache.
    {"secret/43-power-976-by-1024", 43, uniform(976, 1024, 0, 9)},
    {"secret/44-wide-17-by-4099", 44, uniform(17, 4099)},

    {"large/01-near-powers-4097-by-4095", 101, uniform(4097, 4095)},
    {"large/02-ten-million-rows", 102, uniform(10'000'000, 3, -999, 999)},
    {"large/03-power-16384", 103, uniform(16'384, 16'384, -9999, 9999)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases, {"RxC", [](std::span<const std::uint64_t> size) {
                                                  return uniform(size[0], size[1]);
                                                }});
}
