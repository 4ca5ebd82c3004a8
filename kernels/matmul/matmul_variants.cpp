#include "kernels/gpu/cublas.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/matmul_through_gpu.hpp"

namespace kernels {

MatmulFunction<float> matmul_cpu_float64, matmul_cpu_triple_loop, matmul_cpu_blocked;
MatmulFunction<double> matmul_cpu_long_double;

template <class T>
void matmul_cpu_openblas(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c);
Support matmul_cpu_openblas_supported();

template <class T>
void matmul_gpu_naive(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);
template <class T, unsigned tile>
void matmul_gpu_tiled(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);
template <class T>
void matmul_gpu_cublas(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);

namespace {

template <class T>
constexpr MatmulVariant<T> openblas = {.name = "cpu-openblas",
                                       .idea = "OpenBLAS gemm on every core",
                                       .run = &matmul_cpu_openblas<T>,
                                       .supported = &matmul_cpu_openblas_supported,
                                       .uses_all_cores = true};

template <class T>
constexpr MatmulVariant<T> naive = {
    .name = "gpu-naive",
    .idea = "a thread for each element",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_naive<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_naive<T>),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> tiled = {
    .name = "gpu-tiled",
    .idea = "square tiles of both factors in shared memory, an element a thread",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_tiled<T, 32>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA((&matmul_gpu_tiled<T, 32>)),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> cublas_row = {
    .name = "gpu-cublas",
    .idea = "cuBLAS gemm, in the arithmetic of the type",
    .run = WARP_JUDGE_WITH_CUBLAS((&matmul_through_gpu<T, &matmul_gpu_cublas<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUBLAS(&matmul_gpu_cublas<T>),
    .supported = &cublas_supported};

}  // namespace

template <>
std::span<const MatmulVariant<float>> matmul_variants<float>() {
  static constexpr MatmulVariant<float> variants[] = {
      {.name = "cpu-float64",
       .idea = "a row of sums in double precision, rounded once at the end",
       .run = &matmul_cpu_float64},
      {.name = "cpu-triple-loop",
       .idea = "the definition: three nested loops over rows, columns and the sum",
       .run = &matmul_cpu_triple_loop,
       .largest_size = 1 << 27},
      {.name = "cpu-blocked",
       .idea = "packed blocks that stay in cache, a tile of sums that stays in registers",
       .run = &matmul_cpu_blocked},
      openblas<float>,
      naive<float>,
      tiled<float>,
      cublas_row<float>,
  };
  return variants;
}

template <>
std::span<const MatmulVariant<double>> matmul_variants<double>() {
  static constexpr MatmulVariant<double> variants[] = {
      {.name = "cpu-long-double",
       .idea = "a row of sums in extended precision, rounded once at the end",
       .run = &matmul_cpu_long_double},
      openblas<double>,
      naive<double>,
      tiled<double>,
      cublas_row<double>,
  };
  return variants;
}

}  // namespace kernels
