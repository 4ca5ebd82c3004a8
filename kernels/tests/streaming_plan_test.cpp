#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include CATCH2_HEADER

#include "kernels/matmul/row_stride.hpp"
#include "kernels/matmul/streaming_plan.hpp"

using kernels::StreamingCosts;
using kernels::StreamingPlan;

namespace {

struct Sizes {
  std::size_t m, k, n;
};

// Of float32 on an H200: 13.75 elements a nanosecond come in.

StreamingCosts cuda_cores() {
  return {.element_bytes = sizeof(float),
          .multiply_adds_per_copy = 26e12 / 13.75e9,
          .scratch_bytes = [](std::size_t, std::size_t, std::size_t) { return std::size_t{0}; }};
}

/// Costs with two terms of half precision, or two of TF32, for each element of both panels.
StreamingCosts tensor_cores() {
  return {.element_bytes = sizeof(float),
          .multiply_adds_per_copy = 100e12 / 13.75e9,
          .scratch_bytes = [](std::size_t rows, std::size_t depth, std::size_t columns) {
            return (rows + columns) * depth * 2 * sizeof(float);
          }};
}

}  // namespace

TEST_CASE("matmul: plans for gpu-streamed fit their budgets and cover the product") {
  struct {
    Sizes sizes;
    std::uint64_t budget;
  } const rows[] = {{{1, 1, 1}, 1 << 20},
                    {{64, 0, 64}, 1 << 20},
                    {{300, 5, 7}, 98304},
                    {{5, 7, 300}, 98304},
                    {{301, 401, 203}, 150'000},
                    {{1000, 1000, 1000}, 1'000'000},
                    {{100'000, 3, 100'000}, 100'000'000},
                    {{3, 1'000'000, 3}, 10'000'000},
                    {{32768, 32768, 32768}, std::uint64_t{8} << 30},
                    {{32768, 32768, 32768}, std::uint64_t{100} << 30}};
  for (const auto& [sizes, budget] : rows) {
    const auto found = kernels::plan_streaming(sizes.m, sizes.k, sizes.n, cuda_cores(), budget);
    CAPTURE(sizes.m, sizes.k, sizes.n, budget);
    REQUIRE(found.has_value());
    const StreamingPlan& plan = *found;
    CAPTURE(plan.rows, plan.columns, plan.depth);
    CHECK(plan.elements(sizeof(float)) * sizeof(float) <= budget);
    CHECK(plan.tiles_down * plan.rows >= sizes.m);
    CHECK((plan.tiles_down - 1) * plan.rows < sizes.m);
    CHECK(plan.tiles_across * plan.columns >= sizes.n);
    CHECK((plan.tiles_across - 1) * plan.columns < sizes.n);
    CHECK(plan.steps * plan.depth >= sizes.k);
    CHECK((plan.steps - 1) * plan.depth <= sizes.k);
  }
}

TEST_CASE("matmul: gpu-streamed begins with shallow panels, and ends each tile with deep ones") {
  const auto depths = [](std::size_t k, std::size_t depth, bool is_first, std::size_t tiles = 2) {
    const StreamingPlan plan{
        .rows = 64,
        .columns = 64,
        .depth = depth,
        .tiles_down = tiles,
        .tiles_across = 1,
        .steps = std::max<std::size_t>((k + depth - 1) / std::max<std::size_t>(depth, 1), 1)};
    return plan.depths(k, is_first, sizeof(float));
  };
  using Depths = std::vector<std::size_t>;
  CHECK(depths(0, 0, true) == Depths{0});
  CHECK(depths(100, 100, true, 1) == Depths{100});  // there is room for one panel alone
  CHECK(depths(10'000, 4096, false) == Depths{1808, 4096, 4096});
  CHECK(depths(8192, 4096, false) == Depths{4096, 4096});
  for (const std::size_t k : {1, 64, 1000, 5000, 8192, 32768, 100'001}) {
    for (const std::size_t depth : {64, 1024, 4096, 8192}) {
      const Depths found = depths(k, depth, true);
      CAPTURE(k, depth, found);
      CHECK(std::accumulate(found.begin(), found.end(), std::size_t{0}) == k);
      CHECK(std::ranges::is_sorted(found));
      CHECK(found.front() > 0);
      CHECK(found.back() <= depth);
      if (k > 2 * depth) CHECK(found.back() == depth);
      if (k > 4 * depth && depth > 1024) CHECK(found.front() <= depth / 4);
    }
  }
}

TEST_CASE("matmul: short rows take little device memory, and all begin where vectors may") {
  using kernels::row_stride;
  CHECK(row_stride(1, sizeof(float)) == 4);
  CHECK(row_stride(5, sizeof(float)) == 8);
  CHECK(row_stride(33, sizeof(float)) == 64);
  CHECK(row_stride(65, sizeof(float)) == 128);
  CHECK(row_stride(129, sizeof(float)) == 192);
  CHECK(row_stride(1, sizeof(double)) == 2);
  CHECK(row_stride(0, sizeof(double)) == 0);
  const auto plan = kernels::plan_streaming(1 << 20, 1, 1, cuda_cores(), std::uint64_t{1} << 30).value();
  // Both columns, twice, in vectors of four.
  CHECK(plan.elements(sizeof(float)) <= std::size_t{16} << 20);
}

TEST_CASE("matmul: plans for gpu-streamed hide copies behind products") {
  const auto plan = [](const StreamingCosts& costs, std::uint64_t gibibytes) {
    return kernels::plan_streaming(32768, 32768, 32768, costs, gibibytes << 30).value();
  };
  const auto copies = [](const StreamingPlan& of) { return of.tiles_down + of.tiles_across; };
  // One tile, where there is room for panels whose products hide that it leaves: no factor is copied twice.
  for (const std::uint64_t gibibytes : {8, 100}) CHECK(copies(plan(cuda_cores(), gibibytes)) == 2);
  CHECK(copies(plan(cuda_cores(), 5)) > 2);
  CHECK(copies(plan(tensor_cores(), 12)) == 2);
  CHECK(copies(plan(tensor_cores(), 8)) > 2);  // they need memory for what they make of the panels
  // The faster the product, the larger the tiles that it takes to hide the copies.
  const auto slow = plan(cuda_cores(), 1), fast = plan(tensor_cores(), 1);
  CHECK(slow.rows * slow.columns <= fast.rows * fast.columns);
  CHECK(slow.depth > fast.depth);
}

TEST_CASE("matmul: plans for gpu-streamed avoid panels of short rows, which are copied slowly") {
  const auto depth = [](std::uint64_t half_gibibytes) {
    return kernels::plan_streaming(20011, 17003, 23017, tensor_cores(), half_gibibytes << 29).value().depth;
  };
  CHECK(depth(3) * sizeof(float) > 6000);  // within 1.5 GiB: smaller tiles for deeper panels
  CHECK(depth(4) * sizeof(float) >= 8192);
}

TEST_CASE("matmul: what comes from neighbours costs a plan no copies") {
  StreamingCosts alone = tensor_cores(), of_two = alone;
  of_two.copied_of_b = 0.5;
  const std::uint64_t budget = std::uint64_t{4} << 30;
  const auto plan = [&](const StreamingCosts& costs) {
    return kernels::plan_streaming(16384, 32768, 32768, costs, budget).value();
  };
  const auto time = [](const StreamingCosts& costs, const StreamingPlan& of) {
    return kernels::streaming_time(16384, 32768, 32768, costs, of);
  };
  CHECK(time(of_two, plan(alone)) < time(alone, plan(alone)));
  CHECK(time(of_two, plan(of_two)) <= time(of_two, plan(alone)));
  of_two.copied_of_a = of_two.copied_of_b = 1;
  CHECK(time(of_two, plan(alone)) == time(alone, plan(alone)));
}

TEST_CASE("matmul: plans for gpu-streamed count the memory of the technique") {
  const std::uint64_t budget = 5'000'000;
  const auto with = kernels::plan_streaming(3000, 3000, 3000, tensor_cores(), budget).value();
  const auto without = kernels::plan_streaming(3000, 3000, 3000, cuda_cores(), budget).value();
  const auto bytes = [](const StreamingPlan& plan) {
    return plan.elements(sizeof(float)) * sizeof(float) +
           tensor_cores().scratch_bytes(plan.rows, plan.depth, plan.columns);
  };
  CHECK(bytes(with) <= budget);
  CHECK(bytes(without) > budget);
}

TEST_CASE("matmul: plans for gpu-streamed weigh what panels cost besides their products") {
  StreamingCosts plain = tensor_cores(), slow_c = plain, slow_panels = plain;
  slow_c.per_element_of_c = 2;
  slow_panels.per_panel_element = 8;
  const std::uint64_t budget = std::uint64_t{2} << 30;
  const auto plan = [&](const StreamingCosts& costs) {
    return kernels::plan_streaming(16384, 16384, 16384, costs, budget).value();
  };
  const auto time = [](const StreamingCosts& costs, const StreamingPlan& of) {
    return kernels::streaming_time(16384, 16384, 16384, costs, of);
  };
  CHECK(time(slow_panels, plan(plain)) > time(plain, plan(plain)));
  CHECK(time(slow_c, plan(plain)) > time(plain, plan(plain)));
  // Fewer and deeper steps, where each of them costs as much as c is large.
  CHECK(plan(slow_c).depth > plan(plain).depth);
  CHECK(time(slow_c, plan(slow_c)) < time(slow_c, plan(plain)));
}

TEST_CASE("matmul: plans for gpu-streamed begin at the least budget") {
  const auto fits = [](std::size_t side, const StreamingCosts& costs, std::uint64_t budget) {
    return kernels::plan_streaming(side, side, side, costs, budget).has_value();
  };
  StreamingCosts in_double = cuda_cores();
  in_double.element_bytes = sizeof(double);
  struct {
    std::size_t side;
    StreamingCosts costs;
    std::uint64_t least;
  } const rows[] = {{64, cuda_cores(), 49152},
                    {65, cuda_cores(), 98304},
                    {65, in_double, 149760},  // all at once: nothing is there twice
                    {64, tensor_cores(), 49152 + 65536},
                    {65, tensor_cores(), 98304 + 65536}};
  for (const auto& [side, costs, least] : rows) {
    CAPTURE(side, costs.element_bytes, least);
    CHECK(kernels::least_streaming_budget(side, side, side, costs) == least);
    CHECK(fits(side, costs, least));
    CHECK(!fits(side, costs, least - 1));
  }
}
