#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/common/gpu.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"

namespace kernels {

/// Calls `launch(a, b, c, blocks)` for parts of a batch, each of no more blocks than a grid may have: `blocks` of them
/// for every `products` products. Nothing is launched for an empty batch.
template <class Launch>
void launch_in_grids(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c,
                     std::size_t products, std::size_t blocks, Launch launch) {
  constexpr std::size_t most_blocks = std::numeric_limits<std::int32_t>::max();
  if (c.first.rows == 0 || c.first.columns == 0) return;
  if (blocks > most_blocks) throw GpuCannotRun("matmul_batch: a product of more than 2^31 - 1 tiles");
  const std::size_t most = most_blocks / blocks * products;
  for (std::size_t done = 0; done < c.count; done += most) {
    const std::size_t count = std::min(most, c.count - done);
    launch(MatrixBatch<const float>(a.at(done), count, a.distance),
           MatrixBatch<const float>(b.at(done), count, b.distance),
           MatrixBatch<float>(c.at(done), count, c.distance),
           static_cast<unsigned>((count + products - 1) / products * blocks));
  }
}

/// Whether every row of every matrix begins at a multiple of `elements` elements' bytes.
template <class T>
bool batch_is_aligned(MatrixBatch<T> batch, std::size_t elements) {
  return reinterpret_cast<std::uintptr_t>(batch.first.data) % (elements * sizeof(T)) == 0 &&
         batch.first.stride % elements == 0 && (batch.distance % elements == 0 || batch.count == 1);
}

/// Whether all rows can be read in vectors of 16 bytes that hold nothing else.
template <class T>
bool is_in_vectors(MatrixBatch<T> batch) {
  constexpr std::size_t elements = 16 / sizeof(T);
  return batch_is_aligned(batch, elements) && batch.first.columns % elements == 0;
}

}  // namespace kernels
