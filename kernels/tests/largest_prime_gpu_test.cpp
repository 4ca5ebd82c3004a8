#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/tests/known_primes.hpp"
#include "kernels/tests/on_device.hpp"

using namespace kernels_tests;

namespace {

using Numbers = GuardedMatrix<std::uint64_t>;

/// What is wrong with `run` on the bounds of `known`, all of them given as one batch, or nothing.
std::string complaint(kernels::LargestPrimeDeviceFunction* run, const std::vector<Known>& known) {
  Numbers bounds(1, known.size(), 0), poisoned = bounds;
  for (std::size_t k = 0; k < known.size(); ++k) bounds.view().at(0, k) = known[k].bound;
  poisoned.fill(0xDEAD'BEEF);
  const OnDevice device_bounds(bounds), device_primes(poisoned), device_both(bounds);
  const kernels::Stream stream;

  run(device_bounds.view().row(0), device_primes.view().row(0), stream);
  run(device_both.view().row(0), device_both.view().row(0), stream);

  const Numbers primes = device_primes.read_back(), in_place = device_both.read_back();
  if (!device_bounds.read_back().same_bytes(bounds)) return "an input changed";
  if (!primes.guards_intact()) return "a guard around the output changed";
  if (!in_place.same_bytes(primes)) return "other primes when they overwrite the bounds";
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (primes.view().at(0, k) != known[k].prime) {
      return "bound " + std::to_string(known[k].bound) + ": " + std::to_string(primes.view().at(0, k));
    }
  }
  return "";
}

/// Runs `check` with every GPU variant.
template <class Check>
void for_every_variant(const Check& check) {
  for (const auto& variant : kernels::largest_prime_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    check(variant);
  }
}

/// Bounds of all lengths in bits up to `bits`, and the reference's answers.
std::vector<Known> random_bounds(std::size_t count, unsigned bits, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> bounds(count), primes(count);
  for (std::uint64_t& bound : bounds) bound = random() >> (64 - 1 - random() % bits);
  kernels::largest_prime_variants()[0].run(bounds, primes);
  std::vector<Known> known;
  for (std::size_t k = 0; k < count; ++k) known.push_back({bounds[k], primes[k]});
  return known;
}

// Each of these is wrong in one way.

void finds_nothing(std::span<const std::uint64_t>, std::span<std::uint64_t>, kernels::GpuStream) {}

void answers_with_the_bounds(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                             kernels::GpuStream stream) {
  kernels::check_cuda(
      cudaMemcpyAsync(primes.data(), bounds.data(), bounds.size_bytes(), cudaMemcpyDeviceToDevice, stream),
      "copy");
}

void clears_one_past_the_end(std::span<const std::uint64_t>, std::span<std::uint64_t> primes,
                             kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(primes.data() + primes.size(), 0, 8, stream), "memset");
}

}  // namespace

TEST_CASE("largest_prime on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("largest_prime", kernels::largest_prime_variants());
}

TEST_CASE("largest_prime on the GPU: every bound up to 5000, in batches of awkward sizes") {
  REQUIRE_GPU();
  const std::vector<Known> all = all_bounds_up_to(5000);
  for_every_variant([&](const auto& variant) {
    CHECK(complaint(variant.run_on_device, {}) == "");
    for (std::size_t k = 0; k <= repeats_here(100); ++k)
      CHECK(complaint(variant.run_on_device, {all[k]}) == "");
    for (const std::ptrdiff_t size : {2, 31, 33, 255, 257, 5001}) {
      if (kernels::gpu_is_emulated && size % 2 == 1 && size < 257) continue;
      CAPTURE(size);
      CHECK(complaint(variant.run_on_device, {all.begin(), all.begin() + size}) == "");
      CHECK(complaint(variant.run_on_device, {all.end() - size, all.end()}) == "");
    }
  });
}

TEST_CASE("largest_prime on the GPU: published primes at powers and before long gaps") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    CHECK(complaint(variant.run_on_device, up_to(100'000'000'000'000, published())) == "");
    if (variant.name != "gpu-sieve") CHECK(complaint(variant.run_on_device, published()) == "");
  });
}

TEST_CASE("largest_prime on the GPU: pseudoprimes are no primes") {
  REQUIRE_GPU();
  std::vector<Known> known;
  for (const std::uint64_t impostor : impostors) known.push_back(by_division(impostor + 1));
  for_every_variant([&](const auto& variant) {
    CHECK(complaint(variant.run_on_device, shuffled(known, 5)) == "");
    if (variant.name == "gpu-sieve") return;
    CHECK(complaint(variant.run_on_device, composites_without_small_factors()) == "");
  });
}

TEST_CASE("largest_prime on the GPU: random bounds of all lengths") {
  REQUIRE_GPU();
  const std::vector<Known> any = random_bounds(repeats_here(10'007), 64, 2003);
  const std::vector<Known> short_ones = random_bounds(repeats_here(3001), 40, 2004);
  for_every_variant([&](const auto& variant) {
    CHECK(complaint(variant.run_on_device, variant.name == "gpu-sieve" ? short_ones : any) == "");
  });
}

TEST_CASE("largest_prime on the GPU: roots where a segment of the sieve ends, batches that share segments") {
  REQUIRE_GPU();
  std::vector<Known> known;
  for (const std::uint64_t root : {1U << 16, 1U << 19, 1U << 20, 3U << 19}) {
    for (const std::uint64_t above : {0, 1, 2, 3, 100}) {
      known.push_back(by_division(root * root + above));
      known.push_back(by_division(root * root - above));
    }
  }
  for_every_variant([&](const auto& variant) {
    CHECK(complaint(variant.run_on_device, shuffled(known, 7)) == "");
    for (const std::size_t size : {1, 5, 63, 64, 65, 100, 1000}) {
      if (kernels::gpu_is_emulated && size != 1 && size != 65) continue;
      std::vector<Known> batch(size);
      for (std::size_t k = 0; k < size; ++k) batch[k] = known[k % known.size()];
      CAPTURE(size);
      CHECK(complaint(variant.run_on_device, batch) == "");
    }
  });
}

TEST_CASE("largest_prime on the GPU: the sieve near 2^64", "[.large]") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    CHECK(complaint(variant.run_on_device, published()) == "");
    CHECK(complaint(variant.run_on_device, composites_without_small_factors()) == "");
    CHECK(complaint(variant.run_on_device, random_bounds(1000, 64, 2006)) == "");
    CHECK(complaint(variant.run_on_device, {published().back()}) == "");
  });
}

TEST_CASE("largest_prime on the GPU: more bounds than a grid holds threads", "[.large]") {
  REQUIRE_GPU();
  const std::vector<Known> known = shuffled(all_bounds_up_to(2'500'000), 18);
  for_every_variant([&](const auto& variant) { CHECK(complaint(variant.run_on_device, known) == ""); });
}

TEST_CASE("largest_prime on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const std::vector<Known> known = all_bounds_up_to(10);
  CHECK(complaint(&finds_nothing, known) == "other primes when they overwrite the bounds");
  CHECK(complaint(&answers_with_the_bounds, known) == "bound 1: 1");
  CHECK(complaint(&clears_one_past_the_end, known) == "a guard around the output changed");
}
