#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace kernels {

/// The elements from one row to the next of a matrix in device memory. Rows begin at multiples of 256 bytes, so that
/// vector loads and coalesced rows do not depend on the shape. Short ones lie closer, at a power of two from 16 bytes on:
/// a million rows of one element would take 64 times the memory of their elements.
constexpr std::size_t row_stride(std::size_t columns, std::size_t element_bytes) {
  constexpr std::size_t vector_bytes = 16, most_bytes = 256;
  const std::size_t alignment =
      std::clamp(std::bit_ceil(columns), vector_bytes / element_bytes, most_bytes / element_bytes);
  return (columns + alignment - 1) / alignment * alignment;
}

}  // namespace kernels
