#pragma once

#include <cstddef>
#include <cstdint>

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

  /// Elements of device memory that the plan needs, rows padded to multiples of `padding` elements.
  std::size_t elements(std::size_t padding) const;
};

/// Elements to which rows of panels and tiles are padded.
std::size_t streaming_padding(std::size_t element_bytes);

/// The plan that copies least. Throws GpuError when not even small tiles fit into `budget` bytes.
///
/// A tile of R x C costs (R + C) K elements of copies for R C K multiply-adds: the larger the better, and it
/// gets about half of the budget. The other half is for panels, as deep as then fits, but no deeper than
/// copying and multiplying need to hide each other and the multiplication to reach its rate.
StreamingPlan plan_streaming(std::size_t m, std::size_t k, std::size_t n, std::size_t element_bytes,
                             std::uint64_t budget);

}  // namespace kernels
