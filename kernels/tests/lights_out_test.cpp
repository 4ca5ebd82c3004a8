#include "kernels/lights_out/lights_out.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/tests/lights_toggled.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::LightsOutFunction;
using kernels_tests::all_lights;
using kernels_tests::lights_toggled_by;

namespace {

/// The first board that `run` leaves alight.
std::optional<std::size_t> first_board_not_solved(LightsOutFunction& run,
                                                  const std::vector<std::uint32_t>& boards) {
  std::vector<std::uint32_t> presses(boards.size(), 0xdeadbeef);
  run(boards, presses);
  for (std::size_t k = 0; k < boards.size(); ++k) {
    if ((presses[k] & ~all_lights) != 0 || lights_toggled_by(presses[k]) != boards[k]) return k;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> random_boards(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> boards(count);
  for (std::uint32_t& board : boards) board = static_cast<std::uint32_t>(random()) & all_lights;
  return boards;
}

std::vector<std::uint32_t> boards_with_one_light() {
  std::vector<std::uint32_t> boards;
  for (int light = 0; light < 30; ++light) boards.push_back(1U << light);
  return boards;
}

}  // namespace

TEST_CASE("no two sets of presses toggle the same lights, so a solution is unique") {
  // The toggled lights of the 30 single presses are independent over GF(2): each adds a vector to the basis.
  std::array<std::uint32_t, 30> basis{};
  for (std::size_t button = 0; button < 30; ++button) {
    std::uint32_t lights = lights_toggled_by(1U << button);
    for (std::size_t bit = 30; bit-- > 0;) {
      if (!(lights >> bit & 1)) continue;
      if (basis[bit] == 0) {
        basis[bit] = lights;
        break;
      }
      lights ^= basis[bit];
    }
    INFO("button " << button);
    CHECK(lights != 0);
  }
}

TEST_CASE("lights_out: the table") {
  CHECK(kernels_tests::table_complaint(kernels::lights_out_variants(), "cpu-enumeration") == "");
}

TEST_CASE("every variant puts out every board") {
  for (const auto& variant : kernels::lights_out_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    LightsOutFunction& run = *variant.run;
    CHECK_FALSE(first_board_not_solved(run, {0}));
    CHECK_FALSE(first_board_not_solved(run, {all_lights}));
    CHECK_FALSE(first_board_not_solved(run, boards_with_one_light()));
    for (const std::size_t count : {2, 31, 33, 1000, 4097}) {
      CAPTURE(count);
      CHECK_FALSE(first_board_not_solved(run, random_boards(count, 1222)));
    }
  }
}

TEST_CASE("every variant solves the sample of POJ 1222") {
  const std::vector<std::string> rows_of_board = {"011010", "100111", "001001", "100101", "011100"};
  const std::vector<std::string> rows_of_presses = {"101001", "110101", "001011", "100100", "010000"};
  const auto packed = [](const std::vector<std::string>& rows) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 30; ++k) bits |= static_cast<std::uint32_t>(rows[k / 6][k % 6] == '1') << k;
    return bits;
  };
  for (const auto& variant : kernels::lights_out_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    const std::array boards = {packed(rows_of_board)};
    std::array<std::uint32_t, 1> presses{};
    variant.run(boards, presses);
    CHECK(presses[0] == packed(rows_of_presses));
  }
}

TEST_CASE("every variant accepts no boards, and may write over its input") {
  for (const auto& variant : kernels::lights_out_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    variant.run({}, {});
    const std::vector<std::uint32_t> pressed = random_boards(100, 6);
    std::vector<std::uint32_t> lights;
    for (const std::uint32_t presses : pressed) lights.push_back(lights_toggled_by(presses));
    variant.run(lights, lights);
    CHECK(lights == pressed);
  }
}

TEST_CASE("the check catches wrong solutions") {
  LightsOutFunction* writes_nothing = [](std::span<const std::uint32_t>, std::span<std::uint32_t>) {};
  LightsOutFunction* presses_the_lights = [](std::span<const std::uint32_t> boards,
                                             std::span<std::uint32_t> presses) {
    for (std::size_t k = 0; k < boards.size(); ++k) presses[k] = boards[k];
  };
  LightsOutFunction* one_press_too_many = [](std::span<const std::uint32_t> boards,
                                             std::span<std::uint32_t> presses) {
    kernels::lights_out_variants().front().run(boards, presses);
    presses.back() ^= 1U << 17;
  };
  LightsOutFunction* sets_a_spare_bit = [](std::span<const std::uint32_t> boards,
                                           std::span<std::uint32_t> presses) {
    kernels::lights_out_variants().front().run(boards, presses);
    presses.front() |= 1U << 30;
  };
  const std::vector<std::uint32_t> boards = random_boards(50, 5);
  CHECK(first_board_not_solved(*writes_nothing, boards) == 0U);
  CHECK(first_board_not_solved(*presses_the_lights, boards) == 0U);
  CHECK(first_board_not_solved(*one_press_too_many, boards) == 49U);
  CHECK(first_board_not_solved(*sets_a_spare_bit, boards) == 0U);
}
