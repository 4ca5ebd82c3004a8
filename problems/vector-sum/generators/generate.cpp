#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "problems/common/frame/generator.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;
using Vector = std::vector<std::int32_t>;

constexpr std::int32_t largest = 1'000'000'000;

/// `reduction` is "sum", "product", "max" or "min", or nothing to leave the word out.
void write_input(Writer& out, std::string_view reduction, const Vector& values) {
  out.text(reduction);
  if (!reduction.empty()) out.character(' ');
  out.integer(values.size());
  out.character('\n');
  out.row<std::int32_t>(values);
}

/// These values as they stand.
auto literal(std::string_view reduction, const Vector& values) {
  return [=](Writer& out, Random&) { write_input(out, reduction, values); };
}

/// `count` values; `make(i, random)` gives them.
auto values(std::string_view reduction, std::size_t count,
            const std::function<std::int32_t(std::size_t, Random&)>& make) {
  return [=](Writer& out, Random& random) {
    Vector vector(count);
    for (std::size_t i = 0; i < count; ++i) vector[i] = make(i, random);
    write_input(out, reduction, vector);
  };
}

/// `count` values from `from` to `to`.
auto uniform(std::string_view reduction, std::size_t count, std::int32_t from = -largest,
             std::int32_t to = largest) {
  return values(reduction, count, [=](std::size_t, Random& random) { return random.integer(from, to); });
}

/// `count` values of either sign from 1 to `to`: no zero, which would decide a product.
auto nonzero(std::size_t count, std::int32_t to = largest) {
  return values("product", count, [=](std::size_t, Random& random) {
    const std::int32_t value = random.integer(1, to);
    return random.integer(0, 1) == 0 ? value : -value;
  });
}

auto constant(std::string_view reduction, std::size_t count, std::int32_t value) {
  return values(reduction, count, [=](std::size_t, Random&) { return value; });
}

/// `first` and `second` in turn.
auto alternating(std::string_view reduction, std::size_t count, std::int32_t first, std::int32_t second) {
  return values(reduction, count, [=](std::size_t i, Random&) { return i % 2 == 0 ? first : second; });
}

/// `count` values from `from` to `to`, but `special` at `place`.
auto one_special(std::string_view reduction, std::size_t count, std::int32_t from, std::int32_t to,
                 std::size_t place, std::int32_t special) {
  return values(reduction, count, [=](std::size_t i, Random& random) {
    const std::int32_t value = random.integer(from, to);
    return i == place ? special : value;
  });
}

/// 1 to 30 bits, every length equally likely: long and short numbers alternate.
std::int32_t any_length(std::size_t, Random& random) {
  return random.integer(-largest, largest) >> random.integer(0, 30);
}

const TestCase cases[] = {
    {"sample/01-no-word", 0, literal("", {1, 2, 3, 4, 5})},
    {"sample/02-max", 0, literal("max", {-3, 7, 0, 7, -8})},
    {"sample/03-product", 0, literal("product", {-2, 3, 500'000'000, 7})},

    {"secret/01-one", 0, literal("", {42})},
    {"secret/02-one-zero", 0, literal("", {0})},
    {"secret/03-sum-one-lowest", 0, literal("sum", {-largest})},
    {"secret/04-product-one-zero", 0, literal("product", {0})},
    {"secret/05-product-one-minus-one", 0, literal("product", {-1})},
    {"secret/06-max-one-lowest", 0, literal("max", {-largest})},
    {"secret/07-min-one-highest", 0, literal("min", {largest})},
    {"secret/08-sum-two-cancel", 0, literal("sum", {largest, -largest})},
    {"secret/09-just-fits-32-bits", 0, literal("", {largest, largest, 147'483'647})},
    {"secret/10-just-misses-32-bits", 0, literal("", {largest, largest, 147'483'648})},
    {"secret/11-just-misses-32-bits-negative", 0, literal("", {-largest, -largest, -147'483'649})},
    {"secret/12-sum-all-zero", 12, constant("sum", 100, 0)},
    {"secret/13-sum-any-length", 13, values("sum", 1000, any_length)},
    // Where a float32 has come to 2^24, adding 1 changes nothing.
    {"secret/14-ones-after-2-to-24", 14, one_special("", 1000, 1, 1, 0, 1 << 24)},
    {"secret/15-cancels-but-one", 15, alternating("", 65'537, largest, -largest)},
    {"secret/16-cancels-in-two-halves", 16,
     values("sum", 4096, [](std::size_t i, Random&) { return i < 2048 ? largest : -largest; })},

    // 2 * 500000004 is 1 modulo 1000000007.
    {"secret/17-product-is-one", 0, literal("product", {2, 500'000'004})},
    {"secret/18-product-needs-90-bits", 0, literal("product", {largest, largest, largest})},
    {"secret/19-product-all-one", 19, constant("product", 1000, 1)},
    {"secret/20-product-odd-minus-ones", 20, constant("product", 1001, -1)},
    {"secret/21-product-even-minus-ones", 21, constant("product", 1000, -1)},
    {"secret/22-product-zero-first", 22, one_special("product", 100, 1, largest, 0, 0)},
    {"secret/23-product-zero-inside", 23, one_special("product", 100, -largest, -1, 50, 0)},
    {"secret/24-product-zero-last", 24, one_special("product", 101, 1, largest, 100, 0)},
    {"secret/25-product-odd-negatives", 25, uniform("product", 999, -largest, -1)},
    {"secret/26-product-even-negatives", 26, uniform("product", 998, -largest, -1)},
    {"secret/27-product-all-lowest", 27, constant("product", 4097, -largest)},
    {"secret/28-product-one-negative", 28, one_special("product", 257, 1, largest, 256, -7)},

    {"secret/29-max-all-negative", 29, uniform("max", 1000, -largest, -1)},
    {"secret/30-max-all-lowest", 30, constant("max", 33, -largest)},
    {"secret/31-max-first", 31, one_special("max", 1023, -largest, 5, 0, 6)},
    {"secret/32-max-last", 32, one_special("max", 1025, -largest, -3, 1024, -2)},
    {"secret/33-max-zero-among-negatives", 33, one_special("max", 255, -largest, -1, 100, 0)},
    {"secret/34-min-all-positive", 34, uniform("min", 1000, 1, largest)},
    {"secret/35-min-all-highest", 35, constant("min", 31, largest)},
    {"secret/36-min-first", 36, one_special("min", 1024, -5, largest, 0, -6)},
    {"secret/37-min-last", 37, one_special("min", 97, 3, largest, 96, 2)},
    {"secret/38-min-zero-among-positives", 38, one_special("min", 256, 1, largest, 200, 0)},

    {"secret/39-power-32", 39, uniform("", 32)},
    {"secret/40-prime-127", 40, uniform("sum", 127)},
    {"secret/41-power-plus-one-129", 41, nonzero(129)},
    {"secret/42-prime-1009", 42, uniform("min", 1009)},
    {"secret/43-power-minus-one-65535", 43, uniform("max", 65'535, -9999, 9999)},
    {"secret/44-power-65536", 44, nonzero(65'536, 99)},

    {"secret/45-million", 45, uniform("", 1'000'000)},
    {"secret/46-sum-million-highest", 46, constant("sum", 1'000'000, largest)},
    {"secret/47-product-million", 47, nonzero(1'000'000, 999)},
    {"secret/48-max-million", 48, uniform("max", 1'000'000, -999, 99)},
    {"secret/49-min-prime-999983", 49, uniform("min", 999'983, -9, 999)},
    {"secret/50-sum-all-lowest", 50, constant("sum", 131'073, -largest)},
    {"secret/51-power-minus-one-262143", 51, uniform("", 262'143, -99, 99)},

    {"large/01-sum-ten-million-less-one", 101, uniform("", 9'999'999)},
    {"large/02-product-ten-million", 102, nonzero(10'000'000)},
    {"large/03-min-ten-million", 103, uniform("min", 10'000'000)},
    {"large/04-sum-hundred-million", 104, uniform("sum", 100'000'000, -99'999, 99'999)},
    {"large/05-sum-hundred-million-highest", 105, constant("sum", 100'000'000, largest)},
};

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases,
                            {"N", [](std::span<const std::uint64_t> size) { return uniform("", size[0]); }});
}
