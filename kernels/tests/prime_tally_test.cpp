#include "kernels/prime_tally/prime_tally.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include CATCH2_HEADER

#include "kernels/tests/known_tallies.hpp"
#include "kernels/tests/table_check.hpp"

using namespace kernels_tests;

namespace {

/// The first limit that `run` answers with something else.
std::optional<std::uint64_t> first_wrong_limit(kernels::PrimeTallyFunction& run,
                                               const std::vector<KnownTally>& all) {
  for (const KnownTally& known : all) {
    if (run(known.limit) != known.tally) return known.limit;
  }
  return std::nullopt;
}

std::vector<KnownTally> up_to(std::uint64_t largest, std::vector<KnownTally> known) {
  std::erase_if(known, [&](const KnownTally& one) { return one.limit > largest; });
  return known;
}

}  // namespace

TEST_CASE("prime_tally: the table") {
  CHECK(table_complaint(kernels::prime_tally_variants(), "cpu-segments") == "");
}

TEST_CASE("every variant tallies the primes below every small limit") {
  for (const auto& variant : kernels::prime_tally_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_limit(*variant.run, all_tallies_up_to(2500)) == std::nullopt);
  }
}

TEST_CASE("every variant tallies what is published") {
  for (const auto& variant : kernels::prime_tally_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_limit(*variant.run, up_to(10'000'000, published_tallies())) == std::nullopt);
  }
}

TEST_CASE("the reference is right about the ends of its segments") {
  const auto& reference = kernels::prime_tally_variants()[0];
  const std::vector<KnownTally> all = all_tallies_up_to((1 << 20) + 10);
  for (const std::uint64_t end : {1 << 18, 1 << 19, 3 << 18, 1 << 20}) {
    const auto at = [&](std::uint64_t limit) { return all.begin() + static_cast<std::ptrdiff_t>(limit); };
    CHECK(first_wrong_limit(*reference.run, {at(end - 5), at(end + 6)}) == std::nullopt);
  }
}

TEST_CASE("prime_tally: the check catches wrong tallies") {
  kernels::PrimeTallyFunction* counts_the_limit = [](std::uint64_t limit) {
    return kernels::prime_tally_variants()[0].run(limit + 1);
  };
  kernels::PrimeTallyFunction* forgets_the_sum = [](std::uint64_t limit) {
    return kernels::PrimeTally{kernels::prime_tally_variants()[0].run(limit).count, 0};
  };
  CHECK(first_wrong_limit(*counts_the_limit, all_tallies_up_to(10)) == 2U);
  CHECK(first_wrong_limit(*forgets_the_sum, all_tallies_up_to(10)) == 3U);
}
