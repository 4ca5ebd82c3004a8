#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/tests/on_device.hpp"
#include "kernels/vector_add/vector_add.hpp"

using kernels_tests::GuardedMatrix;
using kernels_tests::OnDevice;

namespace {

GuardedMatrix<std::int32_t> random_vector(std::size_t size, std::size_t margin, std::mt19937& random) {
  GuardedMatrix<std::int32_t> vector(1, size, 0, margin);
  for (auto& element : vector.view().row(0)) element = static_cast<std::int32_t>(random());
  return vector;
}

/// What is wrong with `run` on random vectors that begin `margin` elements into their memory, or nothing.
std::string complaint(kernels::VectorAddDeviceFunction* run, std::size_t size, std::size_t margin,
                      unsigned seed) {
  std::mt19937 random(seed);
  const auto a = random_vector(size, margin, random), b = random_vector(size, margin, random);
  GuardedMatrix<std::int64_t> poisoned(1, size, 0, margin);
  poisoned.fill(0x5EED'5EED'5EED);
  const OnDevice device_a(a), device_b(b);
  const OnDevice device_sum(poisoned);
  const kernels::Stream stream;

  run(device_a.view().row(0), device_b.view().row(0), device_sum.view().row(0), stream);

  const auto sum = device_sum.read_back();
  if (!device_a.read_back().same_bytes(a) || !device_b.read_back().same_bytes(b)) return "an input changed";
  if (!sum.guards_intact()) return "a guard around the output changed";
  for (std::size_t i = 0; i < size; ++i) {
    const double exact = static_cast<double>(a.view().at(0, i)) + static_cast<double>(b.view().at(0, i));
    if (sum.view().at(0, i) != static_cast<std::int64_t>(exact)) return "element " + std::to_string(i);
  }
  return "";
}

// Each of these is wrong in one way.

void adds_nothing(std::span<const std::int32_t>, std::span<const std::int32_t>, std::span<std::int64_t>,
                  kernels::GpuStream) {}

void clears_one_past_the_end(std::span<const std::int32_t>, std::span<const std::int32_t>,
                             std::span<std::int64_t> sum, kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(sum.data() + sum.size(), 0, sizeof(std::int64_t), stream), "memset");
}

}  // namespace

TEST_CASE("vector_add on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("vector_add", kernels::vector_add_variants());
}

TEST_CASE("vector_add on the GPU: every variant, awkward sizes, aligned and not") {
  REQUIRE_GPU();
  for (const auto& variant : kernels::vector_add_variants()) {
    if (variant.run_on_device == nullptr) continue;
    unsigned seed = 4301;
    for (const std::size_t margin :
         {GuardedMatrix<int>::aligned_margin, GuardedMatrix<int>::unaligned_margin}) {
      for (const std::size_t size :
           {0, 1, 2, 3, 4, 5, 7, 31, 32, 33, 255, 256, 257, 1021, 1024, 1'000'003, 4'194'304}) {
        ++seed;
        if (!kernels_tests::fits_here(size)) continue;
        CAPTURE(variant.name, size, margin, seed);
        CHECK(complaint(variant.run_on_device, size, margin, seed) == "");
      }
    }
  }
}

TEST_CASE("vector_add on the GPU: vectors far beyond the cache", "[.large]") {
  REQUIRE_GPU();
  constexpr std::size_t size = (std::size_t{1} << 26) + 3;
  if (!kernels_tests::fits_here(size)) return;
  for (const auto& variant : kernels::vector_add_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    CHECK(complaint(variant.run_on_device, size, GuardedMatrix<int>::aligned_margin, 4399) == "");
  }
}

TEST_CASE("vector_add on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  CHECK(complaint(&adds_nothing, 5, 64, 1) == "element 0");
  CHECK(complaint(&clears_one_past_the_end, 5, 64, 2) == "a guard around the output changed");
}
