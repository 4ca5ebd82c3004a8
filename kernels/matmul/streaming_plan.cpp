#include "kernels/matmul/streaming_plan.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/matmul/row_stride.hpp"

namespace kernels {
namespace {

constexpr std::size_t smallest_side = 64;     // of a tile or a panel: less would be all overhead
constexpr std::size_t deepest_panel = 16384;  // whose products outlast their elements of c leaving
constexpr std::size_t good_side = 256;        // what tiles of the techniques divide
constexpr std::size_t good_depth = 128;       // and their slices

std::size_t divided_up(std::size_t size, std::size_t part) {
  return (size + part - 1) / part;
}

std::size_t round_up(std::size_t size, std::size_t multiple) {
  return divided_up(size, multiple) * multiple;
}

/// The first panel of all: its rows are still copied at more than half of the rate.
std::size_t first_depth(std::size_t depth, std::size_t element_bytes) {
  constexpr std::size_t least_row_bytes = 4096, part = 8;
  return std::min(depth, std::max(depth / part, least_row_bytes / element_bytes));
}

constexpr std::size_t good_row_bytes = 8192;  // of a panel: shorter rows are copied more slowly

/// How much longer a panel takes whose rows are so long, on an H200: of up to 4 KiB they came at 25 to 39 GB/s, of
/// 8 KiB and more at 50 to 55; between, this is a guess.
double row_slowness(std::size_t row_bytes) {
  constexpr double full = 1, slowest = 1.8, short_row_bytes = 4096;
  const double missing =
      (good_row_bytes - static_cast<double>(row_bytes)) / (good_row_bytes - short_row_bytes);
  return full + (slowest - full) * std::clamp(missing, 0.0, 1.0);
}

struct Product {
  std::size_t m, k, n;
  const StreamingCosts& costs;

  StreamingPlan plan(std::size_t rows, std::size_t depth, std::size_t columns) const {
    return {.rows = rows,
            .columns = columns,
            .depth = depth,
            .tiles_down = divided_up(m, rows),
            .tiles_across = divided_up(n, columns),
            .steps = std::max<std::size_t>(divided_up(k, std::max<std::size_t>(depth, 1)), 1)};
  }

  std::uint64_t bytes(const StreamingPlan& plan) const {
    return plan.elements(costs.element_bytes) * costs.element_bytes +
           costs.scratch_bytes(plan.rows, plan.depth, plan.columns);
  }

  StreamingPlan smallest() const {
    return plan(std::min(m, smallest_side), std::min(k, smallest_side), std::min(n, smallest_side));
  }

  /// The plan in which tiles have `rows` rows and as many columns as fit, or none.
  std::optional<StreamingPlan> widest(std::size_t rows, std::size_t depth, std::uint64_t budget) const {
    if (const StreamingPlan whole = plan(rows, depth, n); bytes(whole) <= budget) return whole;
    const std::size_t unit = smallest_side;
    std::size_t fitting = 0, too_many = divided_up(n, unit);
    while (fitting + 1 < too_many) {
      const std::size_t middle = (fitting + too_many) / 2;
      (bytes(plan(rows, depth, middle * unit)) <= budget ? fitting : too_many) = middle;
    }
    if (fitting == 0) return std::nullopt;
    // Tiles of one size, rather than a narrow one last.
    const std::size_t across = divided_up(n, fitting * unit);
    return plan(rows, depth, std::min(fitting * unit, round_up(divided_up(n, across), good_side)));
  }

  double time(const StreamingPlan& plan) const {
    constexpr double unsteady = 1.25;  // copies that only just hide do not always
    constexpr double hidden = 0.05;    // and what is hidden slows what hides it
    constexpr double per_step = 5e5;   // the last blocks of its kernels leave the GPU idle
    const double tiles = static_cast<double>(plan.tiles_down) * static_cast<double>(plan.tiles_across);
    const double rows = static_cast<double>(m) / static_cast<double>(plan.tiles_down);
    const double columns = static_cast<double>(n) / static_cast<double>(plan.tiles_across);
    const double depth = static_cast<double>(k) / static_cast<double>(plan.steps);
    const double of_tile = rows * columns, panels = (rows + columns) * depth;
    const double copies =
        rows * depth * row_slowness(plan.depth * costs.element_bytes) * costs.copied_of_a +
        columns * depth * row_slowness(plan.columns * costs.element_bytes) * costs.copied_of_b;
    const double product = of_tile * (depth / costs.multiply_adds_per_copy + costs.per_element_of_c) +
                           panels * costs.per_panel_element + per_step;
    const auto count = static_cast<double>(plan.steps);
    const double steps = count * std::max(product, unsteady * copies);
    const double first = static_cast<double>(first_depth(plan.depth, costs.element_bytes)) / depth;
    return copies * std::min(1.0, first) + tiles * (std::max(steps, of_tile) + hidden * count * copies) +
           std::max(0.0, of_tile - product);
  }
};

}  // namespace

std::vector<std::size_t> StreamingPlan::depths(std::size_t k, bool is_first_tile,
                                               std::size_t element_bytes) const {
  if (k == 0) return {0};
  std::vector<std::size_t> found;
  std::size_t left = k;
  if (is_first_tile && panels_at_once() > 1) {
    for (std::size_t next = first_depth(depth, element_bytes); next < std::min(depth, left);
         next = round_up(next + next / 2, good_depth)) {
      found.push_back(next);
      left -= next;
    }
  }
  if (left % depth != 0) found.insert(std::ranges::upper_bound(found, left % depth), left % depth);
  found.insert(found.end(), left / depth, depth);
  return found;
}

std::size_t StreamingPlan::elements(std::size_t element_bytes) const {
  const std::size_t stride = row_stride(columns, element_bytes);
  return tiles_at_once() * rows * stride +
         panels_at_once() * (rows * row_stride(depth, element_bytes) + depth * stride);
}

std::optional<StreamingPlan> plan_streaming(std::size_t m, std::size_t k, std::size_t n,
                                            const StreamingCosts& costs, std::uint64_t budget) {
  const Product product{m, k, n, costs};
  std::optional<StreamingPlan> best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const StreamingPlan& plan) {
    if (product.bytes(plan) > budget || product.time(plan) >= least) return;
    best = plan;
    least = product.time(plan);
  };
  // Steps of one depth, by a fifth more of them each time.
  std::vector<std::size_t> depths = {std::min(k, good_row_bytes / costs.element_bytes)};
  const std::size_t most_steps = std::max<std::size_t>(divided_up(k, smallest_side), 1);
  for (std::size_t steps = std::max<std::size_t>(divided_up(k, deepest_panel), 1); steps <= most_steps;
       steps += 1 + steps / 5) {
    const std::size_t depth = divided_up(k, steps);
    depths.push_back(std::min(k, round_up(depth, depth >= good_depth ? good_depth : smallest_side)));
  }
  for (const std::size_t depth : depths) {
    for (std::size_t parts = 1; parts <= divided_up(m, smallest_side); ++parts) {
      // Each row of tiles needs all of b.
      const double copies_of_b =
          static_cast<double>(parts) * static_cast<double>(k) * static_cast<double>(n) * costs.copied_of_b;
      if (best && copies_of_b >= least) break;
      const std::size_t part = divided_up(m, parts);
      const std::size_t rows = std::min(m, round_up(part, part >= 2 * good_side ? good_side : smallest_side));
      if (const auto plan = product.widest(rows, depth, budget)) consider(*plan);
    }
  }
  if (!best) consider(product.smallest());
  return best;
}

double streaming_time(std::size_t m, std::size_t k, std::size_t n, const StreamingCosts& costs,
                      const StreamingPlan& plan) {
  return Product{m, k, n, costs}.time(plan);
}

std::uint64_t least_streaming_budget(std::size_t m, std::size_t k, std::size_t n,
                                     const StreamingCosts& costs) {
  const Product product{m, k, n, costs};
  return std::min(product.bytes(product.smallest()), product.bytes(product.plan(m, k, n)));
}

}  // namespace kernels
