#include "kernels/reduction/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/reduction/chunks.hpp"
#include "kernels/reduction/combine.hpp"
#include "kernels/tests/table_check.hpp"
#include "kernels/tests/without_threads.hpp"

using kernels::Reduction;
using kernels::reduction_modulus;
using ReductionVariant = kernels::ReductionVariant<std::int32_t>;

namespace {

using Values = std::vector<std::int32_t>;

constexpr Reduction all_reductions[] = {Reduction::sum, Reduction::product, Reduction::min, Reduction::max};
constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

Values random_values(std::size_t size, std::int32_t low, std::int32_t high, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::int32_t> distribution(low, high);
  Values values(size);
  for (std::int32_t& value : values) value = distribution(random);
  return values;
}

/// The result by the definition, in 128 bits.
std::int64_t expected_result(const Values& values, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum: {
      __extension__ __int128 sum = 0;
      for (const std::int32_t value : values) sum += value;
      return static_cast<std::int64_t>(sum);
    }
    case Reduction::product: {
      __extension__ __int128 product = 1;
      for (const std::int32_t value : values) {
        product = (product * value % reduction_modulus + reduction_modulus) % reduction_modulus;
      }
      return static_cast<std::int64_t>(product);
    }
    case Reduction::min: {
      Values sorted = values;
      std::ranges::nth_element(sorted, sorted.begin());
      return sorted.front();
    }
    case Reduction::max: {
      Values sorted = values;
      std::ranges::nth_element(sorted, sorted.end() - 1);
      return sorted.back();
    }
  }
  return 0;
}

/// What is wrong with `run`, called as a ReductionFunction<std::int32_t>, on `values`, or nothing.
template <class Run>
std::string complaint(Run run, const Values& values) {
  const Values before = values;
  for (const Reduction reduction : all_reductions) {
    const bool has_result = !values.empty() || reduction == Reduction::sum || reduction == Reduction::product;
    if (!has_result) continue;
    const std::int64_t expected = expected_result(values, reduction);
    const std::int64_t found = run(values, reduction);
    if (found != expected) {
      return std::string(kernels::reduction_name(reduction)) + ": expected " + std::to_string(expected) +
             ", found " + std::to_string(found);
    }
  }
  return values == before ? "" : "the input changed";
}

/// Calls `check` with each variant that can run here.
template <class Check>
void for_each_variant(Check check) {
  for (const ReductionVariant& variant : kernels::reduction_variants<std::int32_t>()) {
    if (variant.supported().available) check(variant);
  }
}

template <class T>
kernels::ReductionResult<T> reference(const std::vector<T>& values, Reduction reduction) {
  return kernels::reduction_variants<T>()[0].run(values, reduction);
}

// Each of these is wrong in one way; the rest they leave to the reference.

std::int64_t right_but(Reduction broken, std::int64_t result, std::span<const std::int32_t> values,
                       Reduction reduction) {
  return reduction == broken ? result : expected_result(Values(values.begin(), values.end()), reduction);
}

std::int64_t sum_in_32_bits(std::span<const std::int32_t> values, Reduction reduction) {
  std::uint32_t sum = 0;
  for (const std::int32_t value : values) sum += static_cast<std::uint32_t>(value);
  return right_but(Reduction::sum, static_cast<std::int32_t>(sum), values, reduction);
}

std::int64_t negative_remainders(std::span<const std::int32_t> values, Reduction reduction) {
  std::int64_t product = 1;
  for (const std::int32_t value : values) product = product * (value % reduction_modulus) % reduction_modulus;
  return right_but(Reduction::product, product, values, reduction);
}

std::int64_t max_starts_at_zero(std::span<const std::int32_t> values, Reduction reduction) {
  std::int32_t largest = 0;
  for (const std::int32_t value : values) largest = std::max(largest, value);
  return right_but(Reduction::max, largest, values, reduction);
}

std::int64_t min_of_all_but_the_last(std::span<const std::int32_t> values, Reduction reduction) {
  std::int32_t smallest = values.front();
  for (const std::int32_t value : values.first(values.size() - 1)) smallest = std::min(smallest, value);
  return right_but(Reduction::min, smallest, values, reduction);
}

std::int64_t equal_chunks_only(std::span<const std::int32_t> values, Reduction reduction) {
  const std::size_t whole = values.size() / 4 * 4;
  return kernels::reduce_in_chunks(values.first(whole), reduction, 4);
}

}  // namespace

TEST_CASE("reduction: the tables") {
  CHECK(kernels_tests::table_complaint(kernels::reduction_variants<std::int32_t>(), "cpu-loop") == "");
  CHECK(kernels_tests::table_complaint(kernels::reduction_variants<std::int64_t>(), "cpu-loop") == "");
  CHECK(kernels_tests::table_complaint(kernels::reduction_variants<float>(), "cpu-loop") == "");
  CHECK(kernels_tests::table_complaint(kernels::reduction_variants<double>(), "cpu-loop") == "");
}

TEST_CASE("reduction: names") {
  for (const Reduction reduction : all_reductions) {
    CHECK(kernels::parse_reduction(kernels::reduction_name(reduction)) == reduction);
  }
  CHECK(kernels::reduction_name(Reduction::product) == "product");
  CHECK(kernels::parse_reduction("min") == Reduction::min);
  for (const char* other : {"", "s", "Sum", "sum ", "sums", "average"}) {
    CAPTURE(other);
    CHECK(!kernels::parse_reduction(other));
  }
}

TEST_CASE("reduction: every variant, awkward sizes") {
  for_each_variant([](const ReductionVariant& variant) {
    unsigned seed = 4301;
    for (const std::size_t size : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 1021, 65'537}) {
      ++seed;
      CAPTURE(variant.name, size, seed);
      CHECK(complaint(variant.run, random_values(size, lowest, highest, seed)) == "");
      CHECK(complaint(variant.run, random_values(size, lowest, -1, seed)) == "");
      CHECK(complaint(variant.run, random_values(size, 1, highest, seed)) == "");
    }
  });
}

TEST_CASE("reduction: every variant, sizes that are divided among cores") {
  for (const std::size_t size : {(1 << 19) - 1, 1 << 19, (1 << 19) + 1, 1'300'021}) {
    Values values = random_values(size, -1'000'000'000, 1'000'000'000, 4401);
    // The extremes lie where chunks begin and end.
    values.front() = lowest;
    values[size / 2] = highest;
    for_each_variant([&](const ReductionVariant& variant) {
      CAPTURE(variant.name, size);
      CHECK(complaint(variant.run, values) == "");
    });
    std::swap(values[size / 2 - 1], values[size / 2]);
    std::swap(values.front(), values.back());
    for_each_variant([&](const ReductionVariant& variant) {
      CAPTURE(variant.name, size);
      CHECK(complaint(variant.run, values) == "");
    });
  }
}

TEST_CASE("reduction: every variant for the CPU is right where no thread can be started") {
  const Values values = random_values(1 << 20, lowest, highest, 4502);
  kernels_tests::check_without_threads(
      kernels::reduction_variants<std::int32_t>(),
      [&](kernels::ReductionFunction<std::int32_t>& run) { return complaint(run, values).empty(); });
}

TEST_CASE("reduction: any number of chunks, also more than values, whatever cores there are") {
  unsigned seed = 4501;
  for (const std::size_t chunks : {0, 1, 2, 3, 7, 8, 17}) {
    const auto run = [&](std::span<const std::int32_t> values, Reduction reduction) {
      return kernels::reduce_in_chunks(values, reduction, chunks);
    };
    for (const std::size_t size : {0, 1, 2, 3, 6, 7, 8, 9, 16, 17, 18, 135, 136, 137, 1021}) {
      ++seed;
      CAPTURE(chunks, size, seed);
      CHECK(complaint(run, random_values(size, lowest, highest, seed)) == "");
      CHECK(complaint(run, random_values(size, lowest, -1, seed)) == "");
    }
  }
}

TEST_CASE("reduction: parts are combined") {
  CHECK(kernels::combine(-4'294'967'296, 7, Reduction::sum) == -4'294'967'289);
  constexpr auto highest = std::numeric_limits<std::int64_t>::max();
  CHECK(kernels::combine(highest, 2, Reduction::sum) ==
        std::numeric_limits<std::int64_t>::min() + 1);  // wraps
  CHECK(kernels::combine(reduction_modulus - 1, reduction_modulus - 1, Reduction::product) == 1);
  CHECK(kernels::combine(0, reduction_modulus - 1, Reduction::product) == 0);
  CHECK(kernels::combine(lowest, highest, Reduction::min) == lowest);
  CHECK(kernels::combine(lowest, highest, Reduction::max) == highest);
}

TEST_CASE("reduction: known results") {
  for_each_variant([](const ReductionVariant& variant) {
    CAPTURE(variant.name);
    CHECK(variant.run({}, Reduction::sum) == 0);
    CHECK(variant.run({}, Reduction::product) == 1);
    CHECK(variant.run(Values{-1}, Reduction::product) == reduction_modulus - 1);
    CHECK(variant.run(Values{lowest}, Reduction::product) == 852'516'373);  // 3 p - 2^31
    CHECK(variant.run(Values{lowest, lowest}, Reduction::sum) == -4'294'967'296);
    CHECK(variant.run(Values{1'000'000'007}, Reduction::product) == 0);
    CHECK(variant.run(Values{5, -1'000'000'007, 3}, Reduction::product) == 0);
    Values factorial(100);
    std::iota(factorial.begin(), factorial.end(), 1);
    CHECK(variant.run(factorial, Reduction::product) == 437'918'130);
    CHECK(variant.run(Values(300'000, lowest), Reduction::sum) == -644'245'094'400'000);
    CHECK(variant.run(Values(300'000, highest), Reduction::sum) == 644'245'094'100'000);
    CHECK(variant.run(Values(9, lowest), Reduction::max) == lowest);
    CHECK(variant.run(Values(9, highest), Reduction::min) == highest);
  });
}

TEST_CASE("reduction: the reference for other types, known results") {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK(reference<std::int64_t>({least, -1}, Reduction::sum) == -(least + 1));  // wraps
  CHECK(reference<std::int64_t>({3'000'000'000, 4'000'000'000}, Reduction::sum) == 7'000'000'000);
  CHECK(reference<std::int64_t>({least, 5}, Reduction::product) == 544'139'994);  // -2^63 5 modulo p
  CHECK(reference<std::int64_t>({7, least, 9}, Reduction::min) == least);
  CHECK(reference<std::int64_t>({-7, -5'000'000'000, -9}, Reduction::max) == -7);
  CHECK(reference<float>({16'777'216.0F, 1.0F, 1.0F}, Reduction::sum) == 16'777'218.0F);  // not in float32
  CHECK(reference<float>({1e30F, 1e30F, 1e-30F}, Reduction::product) == 1e30F);           // nor this
  CHECK(reference<double>({1.5, -2.0, 4.0}, Reduction::product) == -12.0);
  CHECK(reference<float>({}, Reduction::sum) == 0.0F);
  CHECK(reference<double>({}, Reduction::product) == 1.0);
}

TEST_CASE("reduction: the reference's minimum and maximum are NaN if any value is") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& values :
       {std::vector<double>{nan}, {nan, 1, 2}, {1, nan, 2}, {1, 2, nan}, {2, 1, nan, 3}}) {
    CHECK(std::isnan(reference<double>(values, Reduction::min)));
    CHECK(std::isnan(reference<double>(values, Reduction::max)));
  }
  CHECK(reference<double>({2, 1, 3}, Reduction::min) == 1);
  CHECK(reference<double>({2, 1, 3}, Reduction::max) == 3);
}

TEST_CASE("reduction: the check finds what is wrong") {
  CHECK(complaint(&sum_in_32_bits, {highest, 1}) == "sum: expected 2147483648, found -2147483648");
  CHECK(complaint(&sum_in_32_bits, {1, 2}) == "");
  CHECK(complaint(&negative_remainders, {-1}) == "product: expected 1000000006, found -1");
  CHECK(complaint(&negative_remainders, {-1, -1}) == "");
  CHECK(complaint(&max_starts_at_zero, {-4, -5}) == "max: expected -4, found 0");
  CHECK(complaint(&min_of_all_but_the_last, {3, 2}) == "min: expected 2, found 3");
  CHECK(complaint(&equal_chunks_only, {1, 2, 3, 4, 5}) == "sum: expected 15, found 10");
  CHECK(complaint(&equal_chunks_only, {1, 2, 3, 4}) == "");
}
