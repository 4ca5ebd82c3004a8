#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/bit_system/bit_system.hpp"
#include "kernels/gpu/per_device.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/tests/bit_systems.hpp"
#include "kernels/tests/on_device.hpp"

using kernels::BitSystemOutcome;
using namespace kernels_tests;

namespace {

using Rows = GuardedMatrix<std::uint32_t>;

/// What is wrong with `run`, compared with the reference, or nothing.
std::string complaint(kernels::BitSystemDeviceFunction* run, OwnedSystem system) {
  const std::size_t words = kernels::bit_system_words(system.n);
  const std::size_t aligned = (words + 15) / kernels::bit_system_alignment * kernels::bit_system_alignment;
  Rows rows(system.n, aligned, 16, Rows::aligned_margin), solution(1, words, 0), outcome(1, 2, 0);
  for (std::size_t row = 0; row < system.n; ++row) {
    for (std::size_t word = 0; word < words; ++word) rows.view().at(row, word) = system.view().at(row, word);
  }
  solution.fill(0xDEAD'BEEF);
  outcome.fill(0xDEAD'BEEF);
  const OnDevice device_rows(rows), device_solution(solution), device_outcome(outcome);
  const kernels::Stream stream;
  run({device_rows.view().data, system.n, words, aligned + 16}, device_solution.view().row(0),
      {reinterpret_cast<BitSystemOutcome*>(device_outcome.view().data), 1}, stream);

  std::vector<std::uint32_t> expected(words);
  const BitSystemOutcome reference = kernels::bit_system_variants()[0].run(system.view(), expected);
  if (!device_rows.read_back().guards_intact()) return "a guard around the system changed";
  const Rows found = device_solution.read_back(), told = device_outcome.read_back();
  if (!found.guards_intact() || !told.guards_intact()) return "a guard around an output changed";
  if (told.view().at(0, 0) != reference.rank) return "rank " + std::to_string(told.view().at(0, 0));
  if (told.view().at(0, 1) != reference.solvable) return "solvable: " + std::to_string(told.view().at(0, 1));
  for (std::size_t word = 0; word < words; ++word) {
    if (found.view().at(0, word) != expected[word])
      return "word " + std::to_string(word) + " of the solution";
  }
  return "";
}

/// Runs `check` with every GPU variant that can run here.
template <class Check>
void for_every_variant(const Check& check) {
  for (const auto& variant : kernels::bit_system_variants()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    CAPTURE(variant.name);
    check(variant);
  }
}

// Each of these is wrong in one way.

void finds_nothing(kernels::MatrixView<std::uint32_t>, std::span<std::uint32_t>, std::span<BitSystemOutcome>,
                   kernels::GpuStream) {}

void clears_one_past_the_end(kernels::MatrixView<std::uint32_t>, std::span<std::uint32_t> solution,
                             std::span<BitSystemOutcome>, kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(solution.data() + solution.size(), 0, 4, stream), "memset");
}

}  // namespace

TEST_CASE("bit_system on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("bit_system", kernels::bit_system_variants());
}

TEST_CASE("bit_system on the GPU: systems of awkward sizes, as the reference solves them") {
  REQUIRE_GPU();
  std::vector<std::size_t> sizes = {0, 1, 2, 31, 32, 33, 63, 65, 100};
  if (!kernels::gpu_is_emulated) sizes.insert(sizes.end(), {511, 512, 513, 1000, 1025, 2047});
  for_every_variant([&](const auto& variant) {
    for (const std::size_t n : sizes) {
      CAPTURE(n);
      CHECK(complaint(variant.run_on_device, random_system(n, n)) == "");
      CHECK(complaint(variant.run_on_device, backwards(n)) == "");
      CHECK(complaint(variant.run_on_device, system_of_rank(n, n / 2, n)) == "");
      if (kernels::gpu_is_emulated && n > 33) continue;
      CHECK(complaint(variant.run_on_device, system_of_rank(n, n - n / 8, n)) == "");
      CHECK(complaint(variant.run_on_device, OwnedSystem(n)) == "");
    }
  });
}

TEST_CASE("bit_system on the GPU: boards of lights") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    for (const std::size_t side : {1, 4, 5, 9, 11, 23, 32}) {
      if (kernels::gpu_is_emulated && side > 11) continue;
      CAPTURE(side);
      CHECK(complaint(variant.run_on_device, lights_out_system(side)) == "");
    }
  });
}

TEST_CASE("bit_system on the GPU: bands of awkward widths, of full and of lower rank") {
  REQUIRE_GPU();
  std::vector<std::size_t> sizes = {64, 97, 127, 160};
  std::vector<std::pair<std::size_t, std::size_t>> bands = {{0, 0},  {1, 0},  {0, 1},  {31, 32},
                                                            {33, 2}, {5, 63}, {70, 60}};
  if (!kernels::gpu_is_emulated) {
    sizes.insert(sizes.end(), {180, 181, 1024, 2017});
    bands.insert(bands.end(), {{90, 1}, {181, 181}, {0, 500}, {500, 0}, {400, 600}});
  }
  std::uint64_t seed = 0;
  for_every_variant([&](const auto& variant) {
    for (const std::size_t n : sizes) {
      for (const auto& [lower, upper] : bands) {
        for (const std::size_t period : {0, 4, 37}) {
          if (kernels::gpu_is_emulated && variant.name != "gpu-banded") continue;
          CAPTURE(n, lower, upper, period, ++seed);
          CHECK(complaint(variant.run_on_device, banded_system(n, lower, upper, seed, period)) == "");
        }
      }
    }
  });
}

TEST_CASE("bit_system on the GPU: coefficients too far from the diagonal for a window") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    if (kernels::gpu_is_emulated && variant.name != "gpu-banded") return;
    OwnedSystem system = banded_system(580, 0, 1, 1);
    system.view().at(0, 579 / 32) |= 1U << 579 % 32;
    system.view().at(579, 0) |= 1;
    CHECK(complaint(variant.run_on_device, system) == "");
  });
}

TEST_CASE("bit_system on the GPU: on the second of two GPUs after the first") {
  REQUIRE_GPUS(2);
  for_every_variant([](const auto& variant) {
    for (const int device : {0, 1}) {
      CAPTURE(device);
      const kernels::CurrentDevice current(device);
      CHECK(complaint(variant.run_on_device, random_system(65, 1)) == "");
    }
  });
}

TEST_CASE("bit_system on the GPU: more rows than the threads of a panel", "[.large]") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    CHECK(complaint(variant.run_on_device, random_system(5000, 1)) == "");
    CHECK(complaint(variant.run_on_device, system_of_rank(4097, 1000, 2)) == "");
  });
}

TEST_CASE("bit_system on the GPU: more unknowns than it takes are refused") {
  REQUIRE_GPU();
  for_every_variant([](const auto& variant) {
    CHECK_THROWS_AS(variant.run_on_device({nullptr, 32'769, 1025, 1040}, {}, {}, nullptr), kernels::GpuError);
  });
}

TEST_CASE("bit_system on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  CHECK(complaint(&finds_nothing, backwards(3)) == "rank 3735928559");
  CHECK(complaint(&clears_one_past_the_end, backwards(3)) == "a guard around an output changed");
}
