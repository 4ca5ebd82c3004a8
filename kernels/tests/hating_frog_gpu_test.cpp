#include <algorithm>
#include <cstddef>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"
#include "kernels/tests/frog_fields.hpp"
#include "kernels/tests/on_device.hpp"

using namespace kernels_tests;
using Run = kernels::HatingFrogDeviceFunction;

namespace {

/// What is wrong with `run` on these plants, or nothing.
std::string complaint(Run* run, const Case& c, int answer) {
  const auto sorted = kernels::sorted_by_row_and_column(c.plants);
  GuardedMatrix<Plant> plants(1, sorted.size(), 0);
  std::ranges::copy(sorted, plants.view().row(0).data());
  GuardedMatrix<int> poisoned(1, 1, 0);
  poisoned.fill(0x5EED'5EED);
  const OnDevice device_plants(plants);
  const OnDevice device_longest(poisoned);
  const kernels::Stream stream;

  run(c.field, device_plants.view().row(0), device_longest.view().row(0), stream);

  const auto longest = device_longest.read_back();
  if (!device_plants.read_back().same_bytes(plants)) return "the plants changed";
  if (!longest.guards_intact()) return "a guard around the output changed";
  const int found = longest.view().at(0, 0);
  return found == answer ? "" : "found " + std::to_string(found) + ", not " + std::to_string(answer);
}

/// Checks every GPU variant.
void check_all(const Case& c, int answer) {
  for (const auto& variant : kernels::hating_frog_variants()) {
    if (variant.run_on_device == nullptr) continue;
    CAPTURE(variant.name);
    CHECK(complaint(variant.run_on_device, c, answer) == "");
  }
}

int reference(const Case& c) {
  return kernels::hating_frog_variants()[0].run(c.field, c.plants);
}

/// `count` places of a large field, at random, and `lines` paths through it.
Case scattered_with_lines(Field field, int count, int lines, unsigned seed) {
  Plants plants{std::mt19937(seed)};
  Case c{field, {}};
  std::set<std::pair<int, int>> taken;
  const auto add = [&](Plant plant) {
    if (taken.emplace(plant.row, plant.column).second) c.plants.push_back(plant);
  };
  for (int k = 0; k < lines; ++k) {
    const int down = 1 + plants.below(60), right = plants.below(121) - 60;
    Plant landing{1 + plants.below(down), 1 + plants.below(field.columns)};
    for (; landing.row <= field.rows && landing.column >= 1 && landing.column <= field.columns;) {
      add(landing);
      landing = {landing.row + down, landing.column + right};
    }
  }
  while (static_cast<int>(c.plants.size()) < count) {
    add({1 + plants.below(field.rows), 1 + plants.below(field.columns)});
  }
  plants.shuffle(c.plants);
  return c;
}

// Each of these is wrong in one way.

void writes_nothing(const Field&, std::span<const Plant>, std::span<int>, kernels::GpuStream) {}

void finds_no_path(const Field&, std::span<const Plant>, std::span<int> longest, kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(longest.data(), 0, sizeof(int), stream), "memset");
}

void clears_one_past_the_end(const Field&, std::span<const Plant>, std::span<int> longest,
                             kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(longest.data(), 0, 2 * sizeof(int), stream), "memset");
}

}  // namespace

TEST_CASE("hating_frog on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("hating_frog", kernels::hating_frog_variants());
}

TEST_CASE("hating_frog on the GPU: small fields, against following every frog") {
  REQUIRE_GPU();
  const std::vector<Case> cases = small_cases();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    CAPTURE(k);
    check_all(cases[k], longest_path_of_all_frogs(cases[k]));
  }
}

TEST_CASE("hating_frog on the GPU: fields whose longest path is known") {
  REQUIRE_GPU();
  for (const KnownCase& k : known_cases()) {
    INFO(k.what);
    if (fits_here(10 * k.plants.size())) check_all({k.field, k.plants}, k.answer);
  }
}

TEST_CASE("hating_frog on the GPU: paths of every direction and of lengths about a warp") {
  REQUIRE_GPU();
  const Field field{401, 397};
  for (const auto& [down, right] : {std::pair{1, 0},
                                    {0, 1},
                                    {1, 1},
                                    {1, -1},
                                    {5, 7},
                                    {7, -5},
                                    {11, 12},
                                    {12, -13},
                                    {13, 1},
                                    {1, -13},
                                    {133, 2},
                                    {200, -198}}) {
    CAPTURE(down, right);
    const Plant from{1, right >= 0 ? 1 : 397};
    std::vector<Plant> plants;
    for (Plant p = from; p.row <= 401 && p.column >= 1 && p.column <= 397;
         p = {p.row + down, p.column + right}) {
      plants.push_back(p);
    }
    check_all({field, plants}, static_cast<int>(plants.size()));
    std::vector<Plant> broken = plants;
    broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(broken.size() / 2));
    check_all({field, broken}, reference({field, broken}));
  }
}

TEST_CASE("hating_frog on the GPU: landings far beyond 2^31") {
  REQUIRE_GPU();
  constexpr int largest = std::numeric_limits<int>::max();
  constexpr int half = 1 << 30;
  check_all({{largest, largest}, {{1, 1}, {half, half}, {largest, largest}}}, 3);
  check_all({{largest, largest}, {{1, largest}, {half, half}, {largest, 1}}}, 3);
  check_all({{largest, largest}, {{1, 1}, {half, half}, {largest, largest - 1}}}, 0);
  check_all({{largest, 1}, {{1, 1}, {half, 1}, {largest, 1}}}, 3);
  check_all({{1, largest}, {{1, 1}, {1, half}, {1, largest}}}, 3);
  check_all({{1, largest}, {{1, 1}, {1, largest}}}, 0);
}

TEST_CASE("hating_frog on the GPU: the contest's largest fields", "[.large]") {
  REQUIRE_GPU();
  for (const int plants : {1000, 4999, 5000, 20'000}) {
    for (const int lines : {0, 1, 5, 20}) {
      const Case c = scattered_with_lines({5000, 5000}, plants, lines, 1054U + static_cast<unsigned>(lines));
      CAPTURE(plants, lines);
      check_all(c, reference(c));
    }
  }
  Plants plants{std::mt19937(70)};
  for (const int percent : {30, 90, 100}) {
    const Case c = plants.scattered({150, 140}, percent);
    CAPTURE(percent);
    check_all(c, reference(c));
  }
}

TEST_CASE("hating_frog on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const Case c{{1, 3}, {{1, 1}, {1, 2}, {1, 3}}};
  CHECK(complaint(&writes_nothing, c, 3).starts_with("found "));
  CHECK(complaint(&finds_no_path, c, 3) == "found 0, not 3");
  CHECK(complaint(&finds_no_path, c, 0) == "");
  CHECK(complaint(&clears_one_past_the_end, c, 0) == "a guard around the output changed");
}
