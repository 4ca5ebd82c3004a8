#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace kernels {

/// How gpu-streamed cuts c = a b, M x K times K x N, so that what lies in device memory stays within a
/// budget: c into tiles, and the sum over K into steps. Each step needs a panel of a (rows x depth) and one
/// of b (depth x columns). Panels are there twice, so that the next ones arrive while these are multiplied;
/// the tile of c is there twice where there are several, so that one leaves while the next begins.
struct StreamingPlan {
  std::size_t rows, columns, depth;  ///< of a tile and its panels, those at the edges may be smaller
  std::size_t tiles_down, tiles_across, steps;

  std::size_t tiles_at_once() const { return tiles_down * tiles_across > 1 ? 2 : 1; }
  std::size_t panels_at_once() const { return steps * tiles_down * tiles_across > 1 ? 2 : 1; }

  /// How deep the panels are of which a tile is the sum over `k`, in order. Nothing hides the copies of the first tile's
  /// first panels, so these are shallow, and each is little deeper than the one before, whose products hide its copies.
  /// The last panels of every tile are deep, since their products hide that it leaves.
  std::vector<std::size_t> depths(std::size_t k, bool is_first_tile, std::size_t element_bytes) const;

  /// Elements of device memory that tiles and panels need, with what lies between their rows.
  std::size_t elements(std::size_t element_bytes) const;
};

/// What a plan must know of how panels are multiplied. Times are in that of copying an element to the GPU.
struct StreamingCosts {
  std::size_t element_bytes;
  double multiply_adds_per_copy;   ///< how many are computed in that time
  double per_element_of_c = 0.04;  ///< read and written by each step, in device memory
  double per_panel_element = 0;    ///< what is made of the panels beforehand
  double copied_of_a =
      1;  ///< the part of a panel that comes from the host; the rest, from neighbours, costs nothing
  double copied_of_b = 1;
  /// Device memory for panels of rows x depth and depth x columns, beside what the plan itself needs.
  std::function<std::size_t(std::size_t rows, std::size_t depth, std::size_t columns)> scratch_bytes;
};

/// The plan that should take the least time, or none when not even small tiles fit into `budget` bytes.
///
/// A tile of R x C costs (R + C) K elements of copies for R C K multiply-adds: the larger it is, the better
/// they hide. What nothing hides is the first panel, and of the last tile what has not left when the last
/// step ends: so several tiles may be better than one. Panels with short rows are copied slowly.
std::optional<StreamingPlan> plan_streaming(std::size_t m, std::size_t k, std::size_t n,
                                            const StreamingCosts& costs, std::uint64_t budget);

/// What such a plan should take, in the time of copying an element: to choose among ways of multiplying.
double streaming_time(std::size_t m, std::size_t k, std::size_t n, const StreamingCosts& costs,
                      const StreamingPlan& plan);

/// The least budget, in bytes, for which there is a plan: for the smallest tiles, or all at once.
std::uint64_t least_streaming_budget(std::size_t m, std::size_t k, std::size_t n,
                                     const StreamingCosts& costs);

}  // namespace kernels
