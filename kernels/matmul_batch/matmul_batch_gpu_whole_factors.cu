// Products of matrices of up to 64 a side, several in a block. Both factors are in shared memory as a whole, so each
// element comes from memory once, and a thread computes 4 x 4 elements of the product in registers. For such sizes
// memory is the limit: a product of side n reads and writes 12 n^2 bytes for n^3 multiply-adds.
//
// The square of threads has sides of 2 to 16, by the largest of the three sizes in steps of 8 or 16. A thread's rows lie
// a square's side apart, its columns in vectors of 4: so rows of a, 4 elements longer than they need be, and vectors of b
// are read without bank conflicts, and rows of c are written in whole vectors. Larger products are for
// gpu-register-tiles. On GPUs with a copy engine for shared memory, rows that are not aligned are not copied element by
// element (hopper/packed_products.cuh).
//
// On an H200, 10,000 products of 16, 32 and 64 take 7, 35 and 176 us; copying as much takes 8, 33 and 119, cuBLAS 28,
// 51 and 187 (laboratory/notes/matmul-batch.md).

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/packed_products.hpp"
#include "kernels/matmul_batch/batch_grid.hpp"

namespace kernels {

MatmulBatchDeviceFunction matmul_batch_gpu_register_tiles;

namespace {

/// What a block computes: `Products` products of up to `Side` rows, columns and steps of the sum.
template <int Side, int Products>
struct WholeFactors {
  static constexpr int side = Side, products = Products;
  static constexpr int thread_side = 4, square_side = Side / thread_side;
  static constexpr int product_threads = square_side * square_side, threads = product_threads * Products;
  static constexpr int a_stride = Side + 4, b_stride = Side;
  static constexpr int a_elements = Side * a_stride, elements = a_elements + Side * b_stride;
  static constexpr int shared_bytes = Products * elements * static_cast<int>(sizeof(float));
  static_assert(Side % 8 == 0);
};

/// Starts to copy a factor, with zeros around it up to Side x Side. Vector: how many elements at once.
template <class Block, int Vector, int Stride>
__device__ void copy_factor(MatrixView<const float> factor, float* to_shared, int thread) {
  constexpr int across = Block::side / Vector;
  const int rows = static_cast<int>(factor.rows), columns = static_cast<int>(factor.columns);
  const std::size_t stride = factor.stride;
#pragma unroll 4
  for (int i = thread; i < Block::side * across; i += Block::product_threads) {
    const int row = i / across, column = i % across * Vector;
    const int valid = row < rows ? max(min(columns - column, Vector), 0) : 0;
    copy_async<4 * Vector>(to_shared + row * Stride + column,
                           valid > 0 ? factor.data + row * stride + column : factor.data, 4 * valid);
  }
}

/// sums += the products of 4 steps of the sum.
template <class Block>
__device__ void add_steps(const float* a_rows, const float* b_columns,
                          float (&sums)[Block::thread_side][Block::thread_side]) {
  constexpr int side = Block::thread_side;
  Vector16<float> a[side], b[4];
#pragma unroll
  for (int r = 0; r < side; ++r) {
    a[r] = *reinterpret_cast<const Vector16<float>*>(a_rows + r * Block::square_side * Block::a_stride);
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    b[k] = *reinterpret_cast<const Vector16<float>*>(b_columns + k * Block::b_stride);
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
#pragma unroll
    for (int r = 0; r < side; ++r) {
#pragma unroll
      for (int c = 0; c < side; ++c) sums[r][c] += a[r].values[k] * b[k].values[c];
    }
  }
}

template <class Block, bool Aligned>
__global__ void __launch_bounds__(Block::threads)
    multiply_whole_factors(MatrixBatch<const float> a_batch, MatrixBatch<const float> b_batch,
                           MatrixBatch<float> c_batch) {
  extern __shared__ __align__(16) float factors[];
  const int thread = static_cast<int>(threadIdx.x) % Block::product_threads;
  const int own = static_cast<int>(threadIdx.x) / Block::product_threads;
  const std::size_t product = std::size_t{blockIdx.x} * Block::products + own;
  const bool is_there = product < c_batch.count;
  float* const a_shared = factors + own * Block::elements;
  float* const b_shared = a_shared + Block::a_elements;
  if (is_there) {
    copy_factor<Block, Aligned ? 4 : 1, Block::a_stride>(a_batch.at(product), a_shared, thread);
    copy_factor<Block, Aligned ? 4 : 1, Block::b_stride>(b_batch.at(product), b_shared, thread);
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (!is_there) return;
  const int row = thread / Block::square_side, column = thread % Block::square_side * 4;
  const int steps = static_cast<int>(a_batch.first.columns);
  float sums[Block::thread_side][Block::thread_side] = {};
#pragma unroll 2
  for (int k = 0; k < steps; k += 4) {
    add_steps<Block>(a_shared + row * Block::a_stride + k, b_shared + k * Block::b_stride + column, sums);
  }
  const MatrixView<float> c = c_batch.at(product);
#pragma unroll
  for (int r = 0; r < Block::thread_side; ++r) {
    const std::size_t to_row = row + r * Block::square_side;
    if (to_row >= c.rows) break;
    float* const to = c.data + to_row * c.stride + column;
    if (Aligned && column + 4 <= c.columns) {
      *reinterpret_cast<Vector16<float>*>(to) = {sums[r][0], sums[r][1], sums[r][2], sums[r][3]};
    } else {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        if (column + i < c.columns) to[i] = sums[r][i];
      }
    }
  }
}

template <int Side, int Products>
void launch(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c, GpuStream stream) {
  using Block = WholeFactors<Side, Products>;
  static_assert(Block::shared_bytes <= 48 * 1024, "more needs to be permitted");
  const bool aligned = is_in_vectors(a) && is_in_vectors(b) && batch_is_aligned(c, 4);
  auto* const kernel = aligned ? &multiply_whole_factors<Block, true> : &multiply_whole_factors<Block, false>;
  launch_in_grids(a, b, c, Products, 1, [&](auto part_a, auto part_b, auto part_c, unsigned blocks) {
    kernel<<<blocks, Block::threads, Block::shared_bytes, stream>>>(part_a, part_b, part_c);
    check_launch("matmul_batch_gpu_whole_factors");
  });
}

}  // namespace

void matmul_batch_gpu_whole_factors(MatrixBatch<const float> a, MatrixBatch<const float> b,
                                    MatrixBatch<float> c, GpuStream stream) {
#ifdef WARP_JUDGE_HAS_HOPPER
  static const bool is_hopper = hopper_supported().available;
  if (is_hopper) {
    const std::size_t done = hopper::multiply_packed_if_faster(
        {a.first, b.first, c.first, c.count, a.distance, b.distance, c.distance}, stream);
    if (done == c.count) return;
    a = {a.at(done), c.count - done, a.distance};
    b = {b.at(done), c.count - done, b.distance};
    c = {c.at(done), c.count - done, c.distance};
  }
#endif
  const std::size_t side = std::max({c.first.rows, c.first.columns, a.first.columns});
  if (side <= 8) return launch<8, 16>(a, b, c, stream);
  if (side <= 16) return launch<16, 4>(a, b, c, stream);
  if (side <= 24) return launch<24, 4>(a, b, c, stream);
  if (side <= 32) return launch<32, 2>(a, b, c, stream);
  if (side <= 40) return launch<40, 1>(a, b, c, stream);
  if (side <= 48) return launch<48, 1>(a, b, c, stream);
  if (side <= 56) return launch<56, 1>(a, b, c, stream);
  if (side <= 64) return launch<64, 1>(a, b, c, stream);
  matmul_batch_gpu_register_tiles(a, b, c, stream);
}

}  // namespace kernels
