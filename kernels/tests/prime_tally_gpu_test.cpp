#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/per_device.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/prime_tally/prime_tally.hpp"
#include "kernels/tests/known_tallies.hpp"
#include "kernels/tests/on_device.hpp"

using namespace kernels_tests;

namespace {

/// What is wrong with `run` for one limit, or nothing.
std::string complaint(kernels::PrimeTallyDeviceFunction* run, const KnownTally& known) {
  GuardedMatrix<std::uint64_t> poisoned(1, 2, 0);
  poisoned.fill(0xDEAD'BEEF);
  const OnDevice memory(poisoned);
  const kernels::Stream stream;
  run(known.limit, {reinterpret_cast<kernels::PrimeTally*>(memory.view().data), 1}, stream);
  const GuardedMatrix<std::uint64_t> tally = memory.read_back();
  if (!tally.guards_intact()) return "a guard around the tally changed";
  const auto row = tally.view().row(0);
  if (row[0] == known.tally.count && row[1] == known.tally.sum) return "";
  return "limit " + std::to_string(known.limit) + ": " + std::to_string(row[0]) + ", " +
         std::to_string(row[1]);
}

/// Runs `check` with every GPU variant.
template <class Check>
void for_every_variant(const Check& check) {
  for (const auto& variant : kernels::prime_tally_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    check(variant);
  }
}

KnownTally by_reference(std::uint64_t limit) {
  return {limit, kernels::prime_tally_variants()[0].run(limit)};
}

// Each of these is wrong in one way.

void writes_nothing(std::uint64_t, std::span<kernels::PrimeTally>, kernels::GpuStream) {}

void writes_too_much(std::uint64_t, std::span<kernels::PrimeTally> tally, kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(tally.data(), 0, 2 * tally.size_bytes(), stream), "memset");
}

}  // namespace

TEST_CASE("prime_tally on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("prime_tally", kernels::prime_tally_variants());
}

TEST_CASE("prime_tally on the GPU: small limits, one by one") {
  REQUIRE_GPU();
  const std::vector<KnownTally> all = all_tallies_up_to(5100);
  for_every_variant([&](const auto& variant) {
    // Up to the first prime that strikes itself, and where it begins to, at its square.
    for (std::size_t limit = 0; limit < 64; ++limit)
      CHECK(complaint(variant.run_on_device, all[limit]) == "");
    for (const std::size_t square : {41 * 41, 43 * 43, 67 * 67, 71 * 71}) {
      for (std::size_t limit = square - 2; limit < square + 3; ++limit) {
        CHECK(complaint(variant.run_on_device, all[limit]) == "");
      }
    }
    for (std::size_t limit = 64; limit < all.size(); limit += kernels::gpu_is_emulated ? 1511 : 7) {
      CHECK(complaint(variant.run_on_device, all[limit]) == "");
    }
  });
}

TEST_CASE("prime_tally on the GPU: limits about the ends of segments, of whatever length they are") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    for (std::uint64_t limit = 100'000; limit < (kernels::gpu_is_emulated ? 1'000'000U : 20'000'000U);
         limit += limit / 3 + 1) {
      CHECK(complaint(variant.run_on_device, by_reference(limit)) == "");
    }
    // Segments are of whole turns of 30 numbers, and an even number of them.
    for (const std::uint64_t turns : {13'824, 14'336, 14'464, 3968, 6016}) {
      for (const std::uint64_t limit : {30 * turns - 1, 30 * turns, 30 * turns + 1, 30 * turns + 2}) {
        if (kernels::gpu_is_emulated && limit % 30 != 1) continue;
        CHECK(complaint(variant.run_on_device, by_reference(limit)) == "");
      }
    }
  });
}

TEST_CASE("prime_tally on the GPU: what is published") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    for (const KnownTally& known : published_tallies()) {
      if (kernels::gpu_is_emulated && known.limit > 1'000'000) continue;
      CHECK(complaint(variant.run_on_device, known) == "");
    }
  });
}

TEST_CASE("prime_tally on the GPU: on the second of two GPUs after the first") {
  REQUIRE_GPUS(2);
  for_every_variant([](const auto& variant) {
    for (const int device : {0, 1}) {
      CAPTURE(device);
      const kernels::CurrentDevice current(device);
      CHECK(complaint(variant.run_on_device, by_reference(10'000)) == "");
    }
  });
}

TEST_CASE("prime_tally on the GPU: the largest limit", "[.large]") {
  REQUIRE_GPU();
  const std::uint64_t limit = kernels::largest_prime_tally_limit;
  for_every_variant(
      [&](const auto& variant) { CHECK(complaint(variant.run_on_device, by_reference(limit)) == ""); });
}

TEST_CASE("prime_tally on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  CHECK(complaint(&writes_nothing, {10, {4, 17}}) == "limit 10: 3735928559, 3735928559");
  CHECK(complaint(&writes_too_much, {2, {0, 0}}) == "a guard around the tally changed");
}
