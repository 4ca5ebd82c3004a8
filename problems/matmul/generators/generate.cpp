#include <cstddef>
#include <cstdint>
#include <string_view>

#include "problems/common/frame/generator.hpp"
#include "problems/matmul/generators/exact_product.hpp"
#include "problems/matmul/generators/factors.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;
using namespace problems::matmul;

void write_case(Writer& out, const Factors& factors) {
  out.integer(factors.a.rows);
  out.character(' ');
  out.integer(factors.a.columns);
  out.character(' ');
  out.integer(factors.b.columns);
  out.character('\n');
  factors.a.write(out);
  factors.b.write(out);
}

/// The input to the letter.
auto literal(std::string_view text) {
  return [=](Writer& out, Random&) { out.text(text); };
}

/// The factors that make(random, arguments...) makes.
template <class... Parameters, class... Arguments>
auto made_by(Factors (*make)(Random&, Parameters...), Arguments... arguments) {
  return [=](Writer& out, Random& random) { write_case(out, make(random, arguments...)); };
}

auto elements(Shape shape, int digits, const Draw& draw) {
  return made_by(drawn, shape, digits, draw);
}

/// Three digits, from -0.999 to 0.999.
auto fractions(Shape shape) {
  return elements(shape, 3, either_sign(999));
}

/// A large case with an answer that is exact to the last digit, by which its validator checks it.
TestCase large(std::string_view name, std::uint64_t seed, Shape shape) {
  const auto factors = [=](Random& random) { return drawn(random, shape, 3, either_sign(999)); };
  return {name, seed, [=](Writer& out, Random& random) { write_case(out, factors(random)); },
          [=](Writer& out, Random& random) { exact_product(factors(random)).write(out); }};
}

const TestCase cases[] = {
    {"sample/01-whole-numbers", 0, literal("2 3 2\n1 2 3\n4 5 6\n1 0\n0 -1\n2 2\n")},
    {"sample/02-decimals", 0,
     literal("3 2 4\n0.5 -1.25\n10 0.1\n-3.75 0\n1.5 0 -2 0.25\n-0.731 12.5 4 1000\n")},

    {"secret/01-one-product-1x1x1", 0, literal("1 1 1\n-0.731\n12.5\n")},
    {"secret/02-one-product-inexact-1x1x1", 0, literal("1 1 1\n999.999999\n0.333333\n")},
    {"secret/03-largest-values-2x3x2", 0,
     literal("2 3 2\n1000 -1000 1000\n-1000 1000 1000\n1000 -1000\n-1000 -1000\n1000 1000\n")},
    {"secret/04-smallest-values-2x2x2", 0,
     literal("2 2 2\n0.000001 -0.000001\n0.000003 0.000007\n0.000001 0.000002\n0.000001 -0.000009\n")},
    {"secret/05-negative-zeros-3x2x3", 0,
     literal("3 2 3\n-0 0\n-0.0 -1.5\n2 -0.00\n-0.0 0 -0\n-7.25 -0 0.000\n")},
    {"secret/06-all-zero-4x5x3", 6, elements({4, 5, 3}, 1, either_sign(0))},
    {"secret/07-stripes-of-zeros-21x34x13", 7, made_by(striped_with_zeros, Shape{21, 34, 13})},
    {"secret/08-identity-on-the-right-40x33x33", 8, made_by(identity_on_the_right, 40, 33)},
    {"secret/09-permutation-50x50x50", 9, made_by(permutation, 50)},
    {"secret/10-whole-numbers-20x30x10", 10, elements({20, 30, 10}, 0, either_sign(9))},
    {"secret/11-whole-numbers-up-to-1000-37x41x29", 11, elements({37, 41, 29}, 0, either_sign(1000))},
    {"secret/12-wider-than-high-2x3x50", 12, fractions({2, 3, 50})},
    {"secret/13-higher-than-wide-50x3x2", 13, fractions({50, 3, 2})},
    {"secret/14-row-times-column-1x997x1", 14, fractions({1, 997, 1})},
    {"secret/15-column-times-row-97x1x101", 15, fractions({97, 1, 101})},
    {"secret/16-row-times-matrix-1x127x129", 16, fractions({1, 127, 129})},
    {"secret/17-matrix-times-column-129x127x1", 17, fractions({129, 127, 1})},
    {"secret/18-tile-15x16x17", 18, fractions({15, 16, 17})},
    {"secret/19-tile-17x15x16", 19, fractions({17, 15, 16})},
    {"secret/20-tile-16x16x16", 20, fractions({16, 16, 16})},
    {"secret/21-tile-31x33x32", 21, fractions({31, 33, 32})},
    {"secret/22-tile-33x32x31", 22, fractions({33, 32, 31})},
    {"secret/23-tile-32x31x33", 23, fractions({32, 31, 33})},
    {"secret/24-tile-63x65x64", 24, fractions({63, 65, 64})},
    {"secret/25-tile-65x64x63", 25, fractions({65, 64, 63})},
    {"secret/26-tile-64x64x64", 26, fractions({64, 64, 64})},
    {"secret/27-tile-127x129x128", 27, fractions({127, 129, 128})},
    {"secret/28-tile-129x128x127", 28, fractions({129, 128, 127})},
    {"secret/29-tile-128x127x129", 29, fractions({128, 127, 129})},
    {"secret/30-primes-101x103x107", 30, elements({101, 103, 107}, 2, either_sign(100'000))},
    {"secret/31-positive-150x300x150", 31, elements({150, 300, 150}, 2, positive(100'000))},
    {"secret/32-any-magnitude-90x110x70", 32, elements({90, 110, 70}, 6, any_magnitude)},
    {"secret/33-nearly-cancelling-60x500x60", 33, made_by(cancelling, Shape{60, 500, 60}, 9)},
    {"secret/34-cancelling-to-zero-40x128x40", 34, made_by(cancelling, Shape{40, 128, 40}, 0)},
    {"secret/35-rounded-down-by-ten-bits-128x128x128", 35,
     elements({128, 128, 128}, 3, rounded_down_by_ten_bits)},
    {"secret/36-rounded-down-by-ten-bits-40x1024x40", 36,
     elements({40, 1024, 40}, 3, rounded_down_by_ten_bits)},
    {"secret/37-dominated-300x512x300", 37, elements({300, 512, 300}, 3, dominated)},
    {"secret/38-largest-1024x1024x1024", 38, elements({1024, 1024, 1024}, 3, dominated)},
    {"secret/39-thin-3x100003x2", 39, fractions({3, 100'003, 2})},
    {"secret/40-longest-row-1x1048576x1", 40, elements({1, 1'048'576, 1}, 1, either_sign(99))},
    {"secret/41-longest-output-1024x1x1024", 41, fractions({1024, 1, 1024})},
    {"secret/42-row-times-largest-1x1024x1024", 42, fractions({1, 1024, 1024})},
    {"secret/43-most-rows-1048576x1x1", 43, elements({1'048'576, 1, 1}, 1, either_sign(99))},
    {"secret/44-most-columns-1x1x1048576", 44, elements({1, 1, 1'048'576}, 1, either_sign(99))},

    large("large/01-1023x1025x1021", 101, {1023, 1025, 1021}),
    large("large/02-2500x3001x2003", 102, {2500, 3001, 2003}),
    large("large/03-4096x4096x4096", 103, {4096, 4096, 4096}),
    large("large/04-8192x8192x8192", 104, {8192, 8192, 8192}),
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases, {"MxKxN", [](std::span<const std::uint64_t> size) {
                                                  return fractions({size[0], size[1], size[2]});
                                                }});
}
