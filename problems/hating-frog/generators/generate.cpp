#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "problems/common/frame/generator.hpp"
#include "problems/hating-frog/generators/field.hpp"

namespace {

using problems::Random;
using problems::TestCase;
using problems::Writer;

constexpr int side = 5000;
constexpr int most_plants = 5000;

/// The plants in this order.
auto literal(int rows, int columns, const std::vector<Place>& plants) {
  return [=](Writer& out, Random&) { write_plants(out, rows, columns, plants); };
}

/// What `flatten` does to a field of this size, in random order.
auto field(int rows, int columns, const std::function<void(Field&, Random&)>& flatten) {
  return [=](Writer& out, Random& random) {
    Field made(rows, columns);
    flatten(made, random);
    made.write(out, random);
  };
}

/// `count` plants anywhere.
auto scattered(int rows, int columns, int count) {
  return field(rows, columns, [=](Field& made, Random& random) { made.scatter(random, count); });
}

/// Every plant.
auto full(int rows, int columns) {
  return field(rows, columns, [=](Field& made, Random&) { made.block({1, 1}, rows, columns); });
}

/// A step down, to either side.
Place random_step(Random& random, int longest) {
  const int rows = random.integer(0, longest);
  return {rows, random.integer(-longest, longest)};
}

/// Whole paths through random places, by random steps of up to `longest` rows and columns.
void several_paths(Field& made, Random& random, int paths, int longest) {
  for (int k = 0; k < paths; ++k) {
    Place step = random_step(random, longest);
    if (step == Place{0, 0}) step = {1, 0};
    Place at = {random.integer(1, made.rows()), random.integer(1, made.columns())};
    while (made.inside({at.first - step.first, at.second - step.second})) {
      at = {at.first - step.first, at.second - step.second};
    }
    made.line(at, step);
  }
}

/// A grid of 70 x 71 plants, `row_step` rows and `column_step` columns apart.
auto lattice(Place from, int row_step, int column_step) {
  return field(side, side, [=](Field& made, Random&) {
    for (int row = 0; row < 70; ++row) {
      made.line({from.first + row * row_step, from.second}, {0, column_step}, 71);
    }
  });
}

/// The plants of `make`, in falling order of rows and columns.
auto falling(int rows, int columns, const std::function<void(Field&, Random&)>& flatten) {
  return [=](Writer& out, Random& random) {
    Field made(rows, columns);
    flatten(made, random);
    std::vector<Place> plants = made.plants();
    std::reverse(plants.begin(), plants.end());
    write_plants(out, rows, columns, plants);
  };
}

const TestCase cases[] = {
    {"sample/01-five-on-a-path", 1,
     literal(5, 9, {{3, 5}, {1, 1}, {2, 3}, {2, 6}, {5, 4}, {4, 7}, {1, 8}, {5, 9}, {3, 9}, {4, 1}})},
    {"sample/02-starts-inside", 2, literal(6, 6, {{3, 2}, {3, 3}, {3, 4}, {3, 5}, {3, 6}, {6, 1}})},

    {"secret/01-three-plants-on-a-path", 0, literal(4, 8, {{2, 7}, {2, 1}, {2, 4}})},
    {"secret/02-three-plants-unequal-gaps", 0, literal(4, 8, {{2, 8}, {2, 1}, {2, 4}})},
    {"secret/03-three-plants-start-inside", 0, literal(4, 8, {{2, 4}, {2, 8}, {2, 6}})},
    {"secret/04-three-plants-end-inside", 0, literal(4, 8, {{2, 1}, {2, 3}, {2, 5}})},
    {"secret/05-three-places-in-a-row", 0, full(1, 3)},
    {"secret/06-three-places-in-a-column", 0, full(3, 1)},
    {"secret/07-two-by-two-full", 0, full(2, 2)},
    {"secret/08-three-by-three-full", 8, full(3, 3)},
    {"secret/09-six-by-seven-full", 9, full(6, 7)},
    {"secret/10-one-row-full", 10, full(1, 100)},
    {"secret/11-one-column-full", 11, full(100, 1)},
    {"secret/12-one-row-step-seven", 12,
     field(1, 100, [](Field& made, Random& random) { made.line({1, 4}, {0, 7}).scatter(random, 30); })},
    {"secret/13-one-row-none", 13, literal(1, 20, {{1, 1}, {1, 2}, {1, 4}, {1, 8}, {1, 14}})},
    {"secret/14-one-column-none", 14, literal(20, 1, {{14, 1}, {8, 1}, {4, 1}, {2, 1}, {1, 1}})},
    {"secret/15-along-a-row", 15,
     field(40, 60, [](Field& made, Random& random) { made.line({17, 2}, {0, 2}).scatter(random, 60); })},
    {"secret/16-along-a-column", 16,
     field(60, 40, [](Field& made, Random& random) { made.line({3, 29}, {3, 0}).scatter(random, 60); })},
    {"secret/17-along-the-diagonal", 17,
     field(50, 50, [](Field& made, Random& random) { made.line({1, 1}, {1, 1}).scatter(random, 80); })},
    {"secret/18-against-the-diagonal", 18,
     field(50, 50, [](Field& made, Random& random) { made.line({1, 50}, {1, -1}).scatter(random, 80); })},
    {"secret/19-down-and-left", 19,
     field(90, 50, [](Field& made, Random& random) { made.line({2, 48}, {3, -2}).scatter(random, 60); })},
    {"secret/20-enters-from-the-right-of-the-field", 20,
     field(80, 30, [](Field& made, Random&) { made.line({20, 30}, {4, -3}).line({5, 1}, {30, 1}, 2); })},
    // Two lines of 20 that begin one step inside, by rows and by columns, and a whole path of 4.
    {"secret/21-long-lines-start-inside", 21,
     field(40, 80,
           [](Field& made, Random&) {
             made.line({3, 5}, {0, 4}).line({4, 7}, {2, 0}).line({1, 80}, {12, 0});
           })},
    {"secret/22-long-lines-end-inside", 22,
     field(40, 80,
           [](Field& made, Random&) {
             made.line({3, 1}, {0, 4}, 19).line({2, 7}, {2, 0}, 18).line({1, 80}, {12, 0});
           })},
    {"secret/23-last-jump-to-the-edge", 23,
     literal(10, 20, {{2, 5}, {4, 9}, {6, 13}, {8, 17}, {1, 1}, {5, 1}, {9, 1}, {10, 20}, {10, 10}, {3, 3}})},
    {"secret/24-first-landing-one-step-from-the-edge", 24,
     field(25, 25,
           [](Field& made, Random&) {
             // From row 0 and from row 1, to row 26 and to row 25.
             made.line({5, 3}, {5, 0}, 5).line({6, 9}, {5, 0}, 4).line({5, 15}, {4, 0}, 5);
           })},
    {"secret/25-one-plant-upright-in-the-middle", 25,
     field(300, 400, [](Field& made, Random&) { made.line({1, 1}, {1, 1}).spare({151, 151}); })},
    {"secret/26-broken-far-away", 26,
     field(
         side, side,
         [](Field& made, Random&) { made.line({2, 3}, {3, 3}).spare({4991, 4992}).line({7, 1}, {900, 1}); })},
    {"secret/27-gap-one-too-wide", 27,
     field(100, 400, [](Field& made, Random&) { made.line({40, 4}, {0, 4}, 60).line({40, 245}, {0, 4}); })},
    {"secret/28-crossing-paths", 28,
     field(101, 101,
           [](Field& made, Random&) {
             made.line({1, 1}, {2, 2}).line({1, 101}, {2, -2}).line({51, 1}, {0, 5}).line({3, 51}, {4, 0});
           })},
    {"secret/29-longest-comes-last", 29,
     [](Writer& out, Random&) {
       Field made(200, 200);
       for (int row = 1; row <= 10; ++row) made.line({20 * row, row}, {0, 30 - 2 * row});
       write_plants(out, 200, 200, made.plants());
     }},
    {"secret/30-falling-order", 30,
     falling(70, 90, [](Field& made, Random& random) { made.line({2, 4}, {2, 2}).scatter(random, 300); })},
    {"secret/31-random-5x5", 31, scattered(5, 5, 15)},
    {"secret/32-random-10x12", 32, scattered(10, 12, 70)},
    {"secret/33-random-13x11-half", 33, scattered(13, 11, 71)},
    {"secret/34-random-20x20-nearly-full", 34, scattered(20, 20, 380)},
    {"secret/35-random-2x30", 35, scattered(2, 30, 45)},
    {"secret/36-random-30x2", 36, scattered(30, 2, 50)},
    {"secret/37-random-7x50-dense", 37, scattered(7, 50, 300)},
    {"secret/38-several-paths", 38,
     field(60, 70, [](Field& made, Random& random) { several_paths(made, random, 12, 6); })},

    {"secret/39-huge-steps", 39, literal(side, side, {{1250, 4999}, {3750, 1}, {2500, 2500}})},
    {"secret/40-huge-field-corners", 40,
     literal(side, side, {{1, 1}, {1, side}, {side, 1}, {side, side}, {2500, 2500}, {2501, 2501}})},
    {"secret/41-huge-whole-row", 41,
     field(side, side, [](Field& made, Random&) { made.line({2500, 1}, {0, 1}); })},
    {"secret/42-huge-whole-column", 42,
     field(side, side, [](Field& made, Random&) { made.line({1, 2500}, {1, 0}); })},
    {"secret/43-huge-whole-diagonal-less-one", 43,
     field(side, side, [](Field& made, Random&) { made.line({1, side}, {1, -1}).spare({4000, 1001}); })},
    {"secret/44-huge-two-columns-each-half", 44,
     field(side, side, [](Field& made, Random&) { made.line({1, 1}, {2, 0}).line({2, side}, {2, 0}); })},
    {"secret/45-huge-several-paths", 45,
     field(side, side,
           [](Field& made, Random& random) {
             made.line({2, 1}, {3, 4});
             several_paths(made, random, 6, 40);
             made.scatter(random, most_plants);
           })},
    {"secret/46-huge-scattered", 46, scattered(side, side, most_plants)},
    {"secret/47-huge-one-row-half", 47, scattered(1, side, 2500)},
    {"secret/48-huge-one-column-half", 48, scattered(side, 1, 2500)},
    {"secret/49-huge-two-rows-full", 49, full(2, 2500)},
    {"secret/50-huge-few-columns", 50, scattered(side, 7, most_plants)},
    {"secret/51-block-70x71-full", 51, full(70, 71)},
    {"secret/52-block-71x71-nearly-full", 52, scattered(71, 71, most_plants)},
    {"secret/53-huge-block-in-the-middle", 53,
     field(side, side, [](Field& made, Random&) { made.block({2465, 2465}, 70, 71); })},
    // Many pairs may begin a path, but hardly one leaves the field.
    {"secret/54-huge-block-in-the-corner", 54,
     field(side, side, [](Field& made, Random&) { made.block({1, 1}, 70, 71); })},
    {"secret/55-huge-corner-scattered", 55,
     field(side, side,
           [](Field& made, Random& random) { made.scatter(random, most_plants, {1, 4000}, 1000, 1001); })},
    // Nearly every pair starts from outside, and the third plant is missing.
    {"secret/56-huge-two-bands", 56,
     field(side, side,
           [](Field& made, Random& random) {
             made.scatter(random, 2500, {1, 1}, 3, side).scatter(random, most_plants, {1000, 1}, 3, side);
           })},
    {"secret/57-huge-lattice", 57, lattice({71, 70}, 71, 70)},
    {"secret/58-huge-lattice-starts-inside", 58, lattice({80, 79}, 70, 69)},

    {"large/01-fifty-thousand-in-20000x19999", 101, scattered(20'000, 19'999, 50'000)},
    {"large/02-two-hundred-thousand-in-30000x30000", 102, scattered(30'000, 30'000, 200'000)},
    {"large/03-full-447x447", 103, full(447, 447)},
};

TestCase::Write scattered_of_size(std::span<const std::uint64_t> size) {
  constexpr std::uint64_t longest = std::numeric_limits<int>::max();
  if (std::max({size[0], size[1], size[2]}) > longest || size[0] > size[1] * size[2])
    throw std::invalid_argument(
        fmt::format("expected sides and plants up to {}, and no more plants than places, found {} plants in "
                    "{} x {} places",
                    longest, size[0], size[1], size[2]));
  return scattered(static_cast<int>(size[1]), static_cast<int>(size[2]), static_cast<int>(size[0]));
}

}  // namespace

int main(int argc, char** argv) {
  return problems::generate(argc, argv, cases, {"NxRxC", scattered_of_size});
}
