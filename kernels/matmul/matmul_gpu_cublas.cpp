// cuBLAS, the figure to compare the other GPU variants with. It stores matrices by columns: what is a, b and
// c = a b by rows is, by columns, the transposes, and c' = b' a'. By default float32 products and sums are those
// of IEEE 754, not of the tensor cores' TF32; float64 uses the tensor cores, whose products and sums are float64's.

#include "kernels/gpu/cublas.hpp"
#include "kernels/matmul/cublas_sizes.hpp"
#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS

#include <type_traits>

namespace kernels {
namespace {

constexpr std::string_view technique = "matmul_gpu_cublas";

int checked(std::size_t size) {
  return size_for_cublas(size, technique);
}

}  // namespace

template <class T>
void matmul_gpu_cublas(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  const T one = 1, zero = 0;
  const auto gemm = [] {
    if constexpr (std::is_same_v<T, float>)
      return cublas().sgemm;
    else
      return cublas().dgemm;
  }();
  check_cublas(gemm(cublas_handle(stream), CUBLAS_OP_N, CUBLAS_OP_N, checked(c.columns), checked(c.rows),
                    checked(a.columns), &one, b.data, stride_for_cublas(b, technique), a.data,
                    stride_for_cublas(a, technique), &zero, c.data, stride_for_cublas(c, technique)),
               "matmul_gpu_cublas");
}

template MatmulDeviceFunction<float> matmul_gpu_cublas<float>;
template MatmulDeviceFunction<double> matmul_gpu_cublas<double>;

}  // namespace kernels

#endif
