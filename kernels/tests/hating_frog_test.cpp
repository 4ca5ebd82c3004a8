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

using kernels::Field;
using kernels::HatingFrogFunction;
using kernels::Plant;

namespace {

struct Case {
  Field field;
  std::vector<Plant> plants;
};

/// Follows every frog that there can be: from every place of the field that is a first landing, with every
/// jump.
int longest_path_of_all_frogs(const Case& c) {
  const auto inside = [&](int row, int column) {
    return row >= 1 && row <= c.field.rows && column >= 1 && column <= c.field.columns;
  };
  std::vector<std::vector<bool>> flattened(static_cast<std::size_t>(c.field.rows) + 1,
                                           std::vector<bool>(static_cast<std::size_t>(c.field.columns) + 1));
  for (const Plant& p : c.plants) {
    flattened[static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.column)] = true;
  }
  int longest = 0;
  for (int down = -c.field.rows; down <= c.field.rows; ++down) {
    for (int right = -c.field.columns; right <= c.field.columns; ++right) {
      if (down == 0 && right == 0) continue;
      for (int row = 1; row <= c.field.rows; ++row) {
        for (int column = 1; column <= c.field.columns; ++column) {
          if (inside(row - down, column - right)) continue;
          int landings = 0;
          bool all_flattened = true;
          for (int r = row, k = column; all_flattened && inside(r, k); r += down, k += right) {
            all_flattened = flattened[static_cast<std::size_t>(r)][static_cast<std::size_t>(k)];
            ++landings;
          }
          if (all_flattened && landings >= 3) longest = std::max(longest, landings);
        }
      }
    }
  }
  return longest;
}

struct Plants {
  std::mt19937 random;

  int below(int end) { return static_cast<int>(random() % static_cast<std::uint32_t>(end)); }

  /// Every place is a plant with probability `percent`; in random order.
  Case scattered(Field field, int percent) {
    Case c{field, {}};
    for (int row = 1; row <= field.rows; ++row) {
      for (int column = 1; column <= field.columns; ++column) {
        if (below(100) < percent) c.plants.push_back({row, column});
      }
    }
    shuffle(c.plants);
    return c;
  }

  void shuffle(std::vector<Plant>& plants) {
    for (std::size_t k = plants.size(); k > 1; --k) {
      std::swap(plants[k - 1], plants[static_cast<std::size_t>(below(static_cast<int>(k)))]);
    }
  }
};

std::vector<Case> small_cases() {
  Plants plants{std::mt19937(1054)};
  std::vector<Case> cases;
  for (const int percent : {20, 50, 80, 95, 100}) {
    for (int repeat = 0; repeat < 60; ++repeat) {
      cases.push_back(plants.scattered({1 + plants.below(9), 1 + plants.below(9)}, percent));
    }
    cases.push_back(plants.scattered({1, 60}, percent));
    cases.push_back(plants.scattered({60, 1}, percent));
    cases.push_back(plants.scattered({2, 25}, percent));
    cases.push_back(plants.scattered({25, 3}, percent));
  }
  return cases;
}

/// The first case that `run` answers wrongly.
std::optional<std::size_t> first_wrong_case(HatingFrogFunction& run, const std::vector<Case>& cases) {
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (run(cases[k].field, cases[k].plants) != longest_path_of_all_frogs(cases[k])) return k;
  }
  return std::nullopt;
}

std::vector<Plant> block(Plant corner, int rows, int columns) {
  std::vector<Plant> plants;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      plants.push_back({corner.row + row, corner.column + column});
    }
  }
  Plants{std::mt19937(70)}.shuffle(plants);
  return plants;
}

std::vector<Plant> line(Plant from, int down, int right, int count) {
  std::vector<Plant> plants;
  for (int k = 0; k < count; ++k) plants.push_back({from.row + k * down, from.column + k * right});
  return plants;
}

/// A solver with its two conditions taken out on demand: that the frog comes from outside, and that it gets
/// out.
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

TEST_CASE("every variant agrees with following every frog on small fields") {
  const std::vector<Case> cases = small_cases();
  for (const auto& variant : kernels::hating_frog_variants()) {
    INFO(variant.name);
    CHECK(first_wrong_case(*variant.run, cases) == std::nullopt);
  }
}

TEST_CASE("every variant answers fields whose longest path is known") {
  struct Known {
    const char* what;
    Field field;
    std::vector<Plant> plants;
    int answer;
  };
  std::vector<Plant> broken = line({1, 1}, 5, 7, 700);
  broken.erase(broken.end() - 2);
  std::vector<Plant> two_lines = line({2, 3}, 40, 30, 125);
  for (const Plant& plant : line({4, 4998}, 50, -40, 100)) two_lines.push_back(plant);
  const Known known[] = {
      {"no plants", {5, 5}, {}, 0},
      {"one place", {1, 1}, {{1, 1}}, 0},
      {"two plants", {1, 2}, {{1, 2}, {1, 1}}, 0},
      {"three in a row", {1, 3}, {{1, 2}, {1, 3}, {1, 1}}, 3},
      {"sample of POJ 1054",
       {6, 7},
       {{2, 1},
        {6, 6},
        {4, 2},
        {2, 5},
        {2, 6},
        {2, 7},
        {3, 4},
        {6, 1},
        {6, 2},
        {2, 3},
        {6, 3},
        {6, 4},
        {6, 5},
        {6, 7}},
       7},
      {"starts inside", {9, 9}, {{3, 3}, {5, 5}, {7, 7}, {9, 9}}, 0},
      {"ends inside", {9, 9}, {{1, 1}, {3, 3}, {5, 5}, {7, 7}}, 0},
      {"enters and leaves by the sides", {1000, 9}, {{500, 2}, {400, 8}, {450, 5}}, 3},
      {"a line to the far edge", {3500, 4900}, line({1, 1}, 5, 7, 700), 700},
      {"that line broken near its end, every other plant", {3500, 4900}, broken, 350},
      {"two lines that go opposite ways", {5000, 5000}, two_lines, 125},
      {"a full field", {70, 71}, block({1, 1}, 70, 71), 71},
      {"a full column", {5000, 1}, block({1, 1}, 5000, 1), 5000},
      {"a full row", {1, 5000}, block({1, 1}, 1, 5000), 5000},
      {"a block in a corner", {5000, 5000}, block({1, 1}, 70, 71), 70},
      {"a block in the opposite corner", {5000, 5000}, block({4931, 4930}, 70, 71), 70},
      {"a block in the middle", {5000, 5000}, block({2400, 2400}, 70, 71), 0},
  };
  for (const auto& variant : kernels::hating_frog_variants()) {
    for (const Known& k : known) {
      INFO(variant.name << ": " << k.what);
      CHECK(variant.run(k.field, k.plants) == k.answer);
    }
  }
}

TEST_CASE("fields far larger than the contest's neither overflow nor exhaust the memory") {
  constexpr int largest = std::numeric_limits<int>::max();
  constexpr int half = 1 << 30;
  for (const auto& variant : kernels::hating_frog_variants()) {
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
