#pragma once

#include "kernels/matmul/blocks.cuh"

namespace kernels::hopper {

/// Slices of `rows` rows of a factor, `depth` elements deep, which a warp transposes on their way from memory to shared
/// memory. Blocks of 4 x 4 elements pass through a lane's registers: it reads their rows and writes their columns, both in
/// vectors of 16 bytes. Eight lanes read a column of blocks, so that the warp reads whole rows of the slice, and writes to
/// each bank as often as to any other.
template <int rows, int depth>
class TransposedSlices {
 public:
  /// Takes slices of the rows of `matrix`, which are aligned, from `row` on. The last row stands for those beyond it.
  __device__ TransposedSlices(MatrixView<const float> matrix, std::size_t row)
      : columns_(matrix.columns), from_(matrix.data + row * matrix.stride + first_step()) {
    const std::size_t last = matrix.rows - 1 - row;
#pragma unroll
    for (int r = 0; r < rows_of_lane; ++r) {
      const std::size_t mine = r / 4 * 32 + lane() % 8 * 4 + r % 4;
      offsets_[r] = static_cast<unsigned>(min(mine, last) * matrix.stride);
    }
  }
  /// The longest stride that can be copied.
  static constexpr std::size_t longest_stride = 0xffff'ffff / rows;

  /// Starts to read the slice that begins in column k. Zeros stand for what lies beyond the last column.
  __device__ void read(unsigned k) {
    if (k + depth <= columns_) {
#pragma unroll
      for (int r = 0; r < rows_of_lane; ++r)
        values_[r] = __ldg(reinterpret_cast<const float4*>(from_ + offsets_[r] + k));
      return;
    }
    const auto element = [&](int r, unsigned step) {
      return k + first_step() + step < columns_ ? __ldg(from_ + offsets_[r] + k + step) : 0.0f;
    };
#pragma unroll
    for (int r = 0; r < rows_of_lane; ++r) {
      values_[r] = {element(r, 0), element(r, 1), element(r, 2), element(r, 3)};
    }
  }

  /// Waits for what was read and writes it to `slice`: depth rows, `rows` elements each.
  __device__ void write(float* slice) const {
    slice += first_step() * rows + lane() % 8 * 4;
#pragma unroll
    for (int r = 0; r < rows_of_lane; r += 4) {
      const float4 &a = values_[r], &b = values_[r + 1], &c = values_[r + 2], &d = values_[r + 3];
      auto* const to = reinterpret_cast<float4*>(slice + 8 * r);
      to[0] = {a.x, b.x, c.x, d.x};
      to[rows / 4] = {a.y, b.y, c.y, d.y};
      to[rows / 2] = {a.z, b.z, c.z, d.z};
      to[rows / 4 * 3] = {a.w, b.w, c.w, d.w};
    }
  }

 private:
  static constexpr int rows_of_lane = rows / 8;
  static_assert(rows % 32 == 0 && depth == 16);

  __device__ static unsigned lane() { return threadIdx.x % 32; }
  __device__ static unsigned first_step() { return lane() / 8 * 4; }

  std::size_t columns_;
  const float* from_;
  unsigned offsets_[rows_of_lane];
  float4 values_[rows_of_lane];
};

}  // namespace kernels::hopper
