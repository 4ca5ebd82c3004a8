#include "kernels/hating_frog/hating_frog.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/tests/frog_fields.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::HatingFrogFunction;
using namespace kernels_tests;

namespace {

/// The first case that `run` answers wrongly.
std::optional<std::size_t> first_wrong_case(HatingFrogFunction& run, const std::vector<Case>& cases) {
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (run(cases[k].field, cases[k].plants) != longest_path_of_all_frogs(cases[k])) return k;
  }
  return std::nullopt;
}

/// A solver with its two conditions taken out on demand:
/// that the frog comes from outside, and that it gets out.
template <bool must_enter, bool must_leave>
int longest_run(const Field& field, std::span<const Plant> plants) {
  const auto inside = [&](const Plant& p) {
    return p.row >= 1 && p.row <= field.rows && p.column >= 1 && p.column <= field.columns;
  };
  std::set<std::pair<int, int>> places;
  for (const Plant& p : plants) places.emplace(p.row, p.column);
  int longest = 0;
  for (const Plant& first : plants) {
    for (const Plant& second : plants) {
      const int down = second.row - first.row;
      const int right = second.column - first.column;
      if (down == 0 && right == 0) continue;
      if (must_enter && inside({first.row - down, first.column - right})) continue;
      int landings = 0;
      Plant landing = first;
      for (; places.contains({landing.row, landing.column}); ++landings) {
        landing = {landing.row + down, landing.column + right};
      }
      if (must_leave && inside(landing)) continue;
      if (landings >= 3) longest = std::max(longest, landings);
    }
  }
  return longest;
}

}  // namespace

TEST_CASE("hating_frog: the table") {
  CHECK(kernels_tests::table_complaint(kernels::hating_frog_variants(), "cpu-field-lookup") == "");
}

TEST_CASE("every variant agrees with following every frog on small fields") {
  const std::vector<Case> cases = small_cases();
  for (const auto& variant : kernels::hating_frog_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_case(*variant.run, cases) == std::nullopt);
  }
}

TEST_CASE("every variant answers fields whose longest path is known") {
  for (const auto& variant : kernels::hating_frog_variants()) {
    if (!variant.supported().available) continue;
    for (const KnownCase& k : known_cases()) {
      INFO(variant.name << ": " << k.what);
      CHECK(variant.run(k.field, k.plants) == k.answer);
    }
  }
}

TEST_CASE("fields far larger than the contest's neither overflow nor exhaust the memory") {
  constexpr int largest = std::numeric_limits<int>::max();
  constexpr int half = 1 << 30;
  for (const auto& variant : kernels::hating_frog_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    const std::vector<Plant> corner_to_corner = {{largest, largest}, {1, 1}, {half, half}};
    CHECK(variant.run({largest, largest}, corner_to_corner) == 3);
    CHECK(variant.run({largest, 1}, std::vector<Plant>{{half, 1}, {largest, 1}, {1, 1}}) == 3);
    CHECK(variant.run({1, largest}, std::vector<Plant>{{1, half}, {1, largest}, {1, 1}}) == 3);
    CHECK(variant.run({largest, largest}, std::vector<Plant>{{1, 1}, {half, half}, {largest, largest - 1}}) ==
          0);
    CHECK(variant.run({20'000, 20'000}, line({5'000, 1}, 1, 4, 5000)) == 5000);
  }
}

TEST_CASE("the check catches wrong solutions") {
  const std::vector<Case> cases = small_cases();
  HatingFrogFunction* never_finds = [](const Field&, std::span<const Plant>) { return 0; };
  HatingFrogFunction* counts_pairs = [](const Field& field, std::span<const Plant> plants) {
    const int answer = kernels::hating_frog_variants().front().run(field, plants);
    return answer == 0 && plants.size() >= 2 ? 2 : answer;
  };
  HatingFrogFunction* expects_sorted_plants = [](const Field& field, std::span<const Plant> plants) {
    const bool sorted = std::is_sorted(plants.begin(), plants.end(),
                                       [](const Plant& a, const Plant& b) { return a.row < b.row; });
    return sorted ? kernels::hating_frog_variants().front().run(field, plants) : 0;
  };
  CHECK(first_wrong_case(*never_finds, cases));
  CHECK(first_wrong_case(*counts_pairs, cases));
  CHECK(first_wrong_case(*expects_sorted_plants, cases));
  CHECK(first_wrong_case(longest_run<false, true>, cases));
  CHECK(first_wrong_case(longest_run<true, false>, cases));
  CHECK_FALSE(first_wrong_case(longest_run<true, true>, cases));
}
