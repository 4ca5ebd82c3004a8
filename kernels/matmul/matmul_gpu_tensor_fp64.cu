// Products of float64 matrices on the FP64 tensor cores: of the GPUs for data centres, from compute capability
// 8.0 on, which multiply and add there at twice the rate of their other units, and round as IEEE 754 says. (On
// other GPUs from 8.0 on the instruction is there, but slow.) A warp's instruction multiplies 16 x 8 elements
// of a with 8 x 8 of b.
//
// Slices of a and b go through shared memory, copied asynchronously while others are multiplied. The order of
// the sum is free, and so is which columns of c an instruction computes: they are chosen so that a thread reads
// vectors of 16 bytes of either factor, without bank conflicts, and has four neighbours in a row of c.
//
// Work: M N K multiply-adds. Shared memory's traffic, M N K / 32 elements of each factor, takes 43% of its
// cycles. On compute capability 9.0 that is for small products whose rows are not aligned; all others are for
// hopper/float64_products.cu. laboratory/notes/matmul.md has what was tried.

#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/float64_products.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/matmul/tensor_fp64.cuh"

namespace kernels {
namespace {

using Tile = BestTensorTile;

template <int CopyBytes>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_tensor_tile(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                         bool add, bool c_aligned, TileParts parts, double* partial) {
  compute_tensor_tile<Tile, CopyBytes>(a, b, c, add, c_aligned, parts, partial);
}

template <int CopyBytes>
void launch(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c, bool add,
            GpuStream stream) {
  auto* const kernel = &multiply_tensor_tile<CopyBytes>;
  permit_shared_memory<multiply_tensor_tile<CopyBytes>>(Tile::shared_bytes, "multiply_tensor_tile");
  multiply_in_parts<Tile>(c, a.columns, add, stream, [&](TileParts parts, double* partial) {
    kernel<<<parts.blocks(), Tile::threads, Tile::shared_bytes, stream>>>(a, b, c, add, rows_are_aligned(c),
                                                                          parts, partial);
    check_launch("matmul_gpu_tensor_fp64");
  });
}

}  // namespace

void multiply_tensor_fp64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                          Into into, GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  const bool aligned = rows_are_aligned(a) && rows_are_aligned(b);
#ifdef WARP_JUDGE_HAS_HOPPER
  static const bool is_hopper = hopper_supported().available;
  const std::size_t m = c.rows, k = a.columns, n = c.columns;
  if (is_hopper && hopper::float64_engine_pays(m, k, n, aligned)) {
    static const auto processors = static_cast<std::size_t>(multiprocessors());
    return hopper::multiply_float64(a, b, c, into, hopper::plan_float64(m, k, n, processors), stream);
  }
#endif
  const bool add = into == Into::sum;
  if (aligned) return launch<16>(a, b, c, add, stream);
  launch<sizeof(double)>(a, b, c, add, stream);
}

void matmul_gpu_tensor_fp64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c,
                            GpuStream stream) {
  multiply_tensor_fp64(a, b, c, Into::empty, stream);
}

}  // namespace kernels
