#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"

// Fields of plants, and their longest paths as the statement of the problem defines them.

namespace kernels_tests {

using kernels::Field;
using kernels::Plant;

struct Case {
  Field field;
  std::vector<Plant> plants;
};

/// Follows every possible frog: from every place of the field that is a first landing, with every jump.
inline int longest_path_of_all_frogs(const Case& c) {
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

inline std::vector<Case> small_cases() {
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

inline std::vector<Plant> block(Plant corner, int rows, int columns) {
  std::vector<Plant> plants;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      plants.push_back({corner.row + row, corner.column + column});
    }
  }
  Plants{std::mt19937(70)}.shuffle(plants);
  return plants;
}

inline std::vector<Plant> line(Plant from, int down, int right, int count) {
  std::vector<Plant> plants;
  for (int k = 0; k < count; ++k) plants.push_back({from.row + k * down, from.column + k * right});
  return plants;
}

struct KnownCase {
  const char* what;
  Field field;
  std::vector<Plant> plants;
  int answer;
};

inline std::vector<KnownCase> known_cases() {
  std::vector<Plant> broken = line({1, 1}, 5, 7, 700);
  broken.erase(broken.end() - 2);
  std::vector<Plant> two_lines = line({2, 3}, 40, 30, 125);
  for (const Plant& plant : line({4, 4998}, 50, -40, 100)) two_lines.push_back(plant);
  return {
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
}

}  // namespace kernels_tests
