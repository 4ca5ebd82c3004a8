#include "kernels/matmul/streaming_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "kernels/common/gpu.hpp"

namespace kernels {
namespace {

constexpr std::size_t smallest_side = 64;    // of a tile or a panel: less would be all overhead
constexpr std::size_t deepest_panel = 4096;  // sums of 4096 products run at the rate of longer ones
constexpr std::size_t good_side = 256;       // what tiles of gpu-register-tiles divide

std::size_t divided_up(std::size_t size, std::size_t part) {
  return (size + part - 1) / part;
}

std::size_t round_up(std::size_t size, std::size_t multiple) {
  return divided_up(size, multiple) * multiple;
}

/// A plan whose tiles have `rows` rows and as many columns as fit, or none.
std::optional<StreamingPlan> plan_with_rows(std::size_t rows, std::size_t depth, std::size_t m, std::size_t k,
                                            std::size_t n, std::size_t padding, std::uint64_t budget) {
  StreamingPlan plan{.rows = rows,
                     .columns = n,
                     .depth = depth,
                     .tiles_down = divided_up(m, rows),
                     .tiles_across = 1,
                     .steps = std::max<std::size_t>(divided_up(k, std::max<std::size_t>(depth, 1)), 1)};
  if (plan.elements(padding) <= budget) return plan;
  const std::size_t of_a = 2 * rows * round_up(depth, padding), of_column = 2 * (rows + depth);
  const std::size_t fitting = budget > of_a ? (budget - of_a) / of_column / padding * padding : 0;
  if (fitting < smallest_side) return std::nullopt;
  plan.tiles_across = divided_up(n, fitting);
  // Tiles of one size, rather than a narrow one last.
  plan.columns = std::min(fitting, round_up(divided_up(n, plan.tiles_across), good_side));
  return plan;
}

}  // namespace

std::size_t StreamingPlan::elements(std::size_t padding) const {
  const std::size_t padded_columns = round_up(columns, padding);
  return tiles_at_once() * rows * padded_columns +
         panels_at_once() * (rows * round_up(depth, padding) + depth * padded_columns);
}

std::size_t streaming_padding(std::size_t element_bytes) {
  return 256 / element_bytes;
}

StreamingPlan plan_streaming(std::size_t m, std::size_t k, std::size_t n, std::size_t element_bytes,
                             std::uint64_t budget) {
  const std::size_t padding = streaming_padding(element_bytes);
  const std::uint64_t elements = budget / element_bytes;
  // Two square tiles in half of the budget, and the panels that the other half holds.
  const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(elements) / 4));
  const std::size_t depth =
      std::min(k, std::clamp(side / 2 / padding * padding, smallest_side, deepest_panel));

  std::optional<StreamingPlan> best;
  double least = std::numeric_limits<double>::infinity();
  const auto copies = [&](std::size_t tiles_down, std::size_t tiles_across) {
    return static_cast<double>(tiles_across) * static_cast<double>(m) * static_cast<double>(k) +
           static_cast<double>(tiles_down) * static_cast<double>(n) * static_cast<double>(k);
  };
  for (std::size_t parts = 1; parts <= divided_up(m, smallest_side); ++parts) {
    if (best && copies(parts, 1) >= least) break;
    const std::size_t part = divided_up(m, parts);
    const std::size_t rows = std::min(m, round_up(part, part >= 2 * good_side ? good_side : smallest_side));
    const auto plan = plan_with_rows(rows, depth, m, k, n, padding, elements);
    if (!plan || copies(plan->tiles_down, plan->tiles_across) >= least) continue;
    best = plan;
    least = copies(plan->tiles_down, plan->tiles_across);
  }
  if (best) return *best;
  const std::size_t rows = std::min(m, smallest_side), columns = std::min(n, smallest_side);
  const StreamingPlan smallest{.rows = rows,
                               .columns = columns,
                               .depth = depth,
                               .tiles_down = divided_up(m, rows),
                               .tiles_across = divided_up(n, columns),
                               .steps = std::max<std::size_t>(divided_up(k, smallest_side), 1)};
  throw GpuCannotRun("matmul_gpu_streamed: " + std::to_string(budget) +
                     " bytes of device memory are too few: the smallest tiles need " +
                     std::to_string(smallest.elements(padding) * element_bytes));
}

}  // namespace kernels
