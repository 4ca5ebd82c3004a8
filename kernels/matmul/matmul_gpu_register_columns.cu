// Columns of c in registers (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC 2008;
// with rows and columns exchanged, as matrices lie here by rows). A thread owns columns of a block of c:
// their sums stay in its registers, and so do the elements of b, which it reads from memory itself, a few
// rows of b ahead, and shares with no other thread. Only the block of a, which all threads need, is in shared
// memory; a whole warp reads one vector of it at a time, in one broadcast.
//
// A thread owns eight columns, so that an element of a that is read from shared memory serves eight
// multiply-adds. Work: M N K multiply-adds. On an H200: 45 of 65 TFLOP/s in float32, 21 of 33 in float64.
// What fits these figures: a multiply-add that reads three new registers, as about half do in the order that
// the compiler gives them, takes three cycles of the register file's two banks where two are its share.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/register_columns.cuh"

namespace kernels {
namespace {

/// The best of many that were timed on an H200.
template <class T>
struct Chosen;
template <>
struct Chosen<float> {
  using Shape = RegisterColumns<float, 16, 8, 4, 32, 8, 4>;
};
template <>
struct Chosen<double> {
  using Shape = RegisterColumns<double, 8, 8, 4, 32, 8, 3>;
};

template <class Shape, int CopyBytes, class T>
void launch(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  static_assert(Shape::shared_bytes <= 48 * 1024, "more needs to be permitted");
  const std::size_t blocks =
      (c.rows + Shape::rows - 1) / Shape::rows * ((c.columns + Shape::columns - 1) / Shape::columns);
  multiply_register_columns<Shape, CopyBytes>
      <<<static_cast<unsigned>(blocks), Shape::threads, Shape::shared_bytes, stream>>>(a, b, c,
                                                                                       rows_are_aligned(b));
  check_launch("matmul_gpu_register_columns");
}

}  // namespace

template <class T>
void matmul_gpu_register_columns(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                                 GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  using Shape = typename Chosen<T>::Shape;
  if (rows_are_aligned(a)) {
    launch<Shape, 16>(a, b, c, stream);
  } else {
    launch<Shape, sizeof(T)>(a, b, c, stream);
  }
}

template MatmulDeviceFunction<float> matmul_gpu_register_columns<float>;
template MatmulDeviceFunction<double> matmul_gpu_register_columns<double>;

}  // namespace kernels
