#include "kernels/bit_system/bit_system.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/tests/bit_systems.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::BitSystemOutcome;
using namespace kernels_tests;

namespace {

/// What is wrong with `run` for a system that has an outcome like this, or nothing.
std::string complaint(kernels::BitSystemFunction& run, OwnedSystem system, BitSystemOutcome expected) {
  OwnedSystem original = system;
  std::vector<std::uint32_t> solution(kernels::bit_system_words(system.n), 0xDEAD'BEEF);
  const BitSystemOutcome outcome = run(system.view(), solution);
  if (outcome.rank != expected.rank) return "rank " + std::to_string(outcome.rank);
  if (outcome.solvable != expected.solvable) return "solvable: " + std::to_string(outcome.solvable);
  if (outcome.solvable == 0) {
    return solution == std::vector<std::uint32_t>(solution.size()) ? "" : "a solution where there is none";
  }
  return solves(solution, original) ? "" : "not a solution";
}

template <class Check>
void for_every_variant(const Check& check) {
  for (const auto& variant : kernels::bit_system_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    check(*variant.run);
  }
}

}  // namespace

TEST_CASE("bit_system: the table") {
  CHECK(table_complaint(kernels::bit_system_variants(), "cpu-elimination") == "");
}

TEST_CASE("every variant solves small systems") {
  for_every_variant([](kernels::BitSystemFunction& run) {
    CHECK(complaint(run, OwnedSystem(0), {0, 1}) == "");
    OwnedSystem zero(3);
    CHECK(complaint(run, zero, {0, 1}) == "");
    zero.view().at(1, 0) = 1U << 3;  // 0 = 1
    CHECK(complaint(run, zero, {0, 0}) == "");
    OwnedSystem two(2);
    two.view().at(0, 0) = 0b111;  // a + b = 1
    two.view().at(1, 0) = 0b110;  // b = 1
    CHECK(complaint(run, two, {2, 1}) == "");
    two.view().at(1, 0) = 0b011;  // a + b = 0
    CHECK(complaint(run, two, {1, 0}) == "");
  });
}

TEST_CASE("every variant: the ranks of boards of lights") {
  // Nullities as in OEIS A159257; that all lights can be put out is Sutner's theorem (1989).
  for_every_variant([](kernels::BitSystemFunction& run) {
    const std::uint32_t nullities[] = {0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6};
    for (std::uint32_t side = 1; side <= std::size(nullities); ++side) {
      CAPTURE(side);
      CHECK(complaint(run, lights_out_system(side), {side * side - nullities[side - 1], 1}) == "");
    }
  });
}

TEST_CASE("every variant solves systems of all ranks, and backwards") {
  for_every_variant([](kernels::BitSystemFunction& run) {
    for (const std::uint32_t n : {1, 31, 32, 33, 64, 100, 257}) {
      CAPTURE(n);
      CHECK(complaint(run, backwards(n), {n, 1}) == "");
      for (const std::uint32_t rank : {n / 4, n / 2}) {
        CHECK(complaint(run, system_of_rank(n, rank, n), {rank, 1}) == "");
      }
    }
  });
}

TEST_CASE("bit_system: the check catches wrong solutions") {
  kernels::BitSystemFunction* claims_too_much = [](kernels::MatrixView<std::uint32_t> system,
                                                   std::span<std::uint32_t> solution) {
    for (std::uint32_t& word : solution) word = 0;
    return BitSystemOutcome{static_cast<std::uint32_t>(system.rows), 1};
  };
  CHECK(complaint(*claims_too_much, backwards(5), {5, 1}) == "not a solution");
  CHECK(complaint(*claims_too_much, system_of_rank(8, 4, 1), {4, 1}) == "rank 8");
}
