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
void matmul_gpu_texture(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);
template <class T>
void matmul_gpu_shared_blocks(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                              GpuStream stream);
template <class T>
void matmul_gpu_register_columns(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                                 GpuStream stream);
template <class T>
void matmul_gpu_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                               GpuStream stream);
MatmulDeviceFunction<float> matmul_gpu_strassen, matmul_gpu_tensor_tf32x3, matmul_gpu_tensor_fp16x3;
MatmulDeviceFunction<double> matmul_gpu_tensor_fp64, matmul_gpu_ozaki_int8;
template <class T>
void matmul_gpu_cublas(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);
template <class T>
void matmul_gpu_streamed(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c);
template <class T>
void matmul_gpu_multi(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c);

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
constexpr MatmulVariant<T> texture = {
    .name = "gpu-texture",
    .idea = "a thread for each element, both factors read as textures",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_texture<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_texture<T>),
    .supported = &gpu_supported,
    .largest_size = std::uint64_t{1} << 36};

template <class T>
constexpr MatmulVariant<T> shared_blocks = {
    .name = "gpu-shared-blocks",
    .idea = "blocks of both factors in shared memory, four elements a thread",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_shared_blocks<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_shared_blocks<T>),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> register_columns = {
    .name = "gpu-register-columns",
    .idea = "a thread owns columns of a block, in registers; only the left factor is in shared memory",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_register_columns<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_register_columns<T>),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> register_tiles = {
    .name = "gpu-register-tiles",
    .idea = "a thread computes a tile in registers while the next slices are copied to shared memory",
    .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<T, &matmul_gpu_register_tiles<T>>)),
    .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_register_tiles<T>),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> streamed = {
    .name = "gpu-streamed",
    .idea =
        "the fastest of these on parts that come and go while others are computed: for little device memory",
    .run = WARP_JUDGE_WITH_CUDA(&matmul_gpu_streamed<T>),
    .supported = &gpu_supported};

template <class T>
constexpr MatmulVariant<T> multi = {
    .name = "gpu-multi",
    .idea = "gpu-streamed on all equal GPUs at once: a part of the product each",
    .run = WARP_JUDGE_WITH_CUDA(&matmul_gpu_multi<T>),
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
      texture<float>,
      shared_blocks<float>,
      register_columns<float>,
      register_tiles<float>,
      {.name = "gpu-strassen",
       .idea = "seven products of half the size instead of eight, twice over; bounded by norms",
       .run = WARP_JUDGE_WITH_HOPPER((&matmul_through_gpu<float, &matmul_gpu_strassen>)),
       .run_on_device = WARP_JUDGE_WITH_HOPPER(&matmul_gpu_strassen),
       .supported = &hopper_supported},
      {.name = "gpu-tensor-tf32x3",
       .idea = "tensor cores: three products of TF32 terms, as accurate as float32",
       .run = WARP_JUDGE_WITH_HOPPER((&matmul_through_gpu<float, &matmul_gpu_tensor_tf32x3>)),
       .run_on_device = WARP_JUDGE_WITH_HOPPER(&matmul_gpu_tensor_tf32x3),
       .supported = &hopper_supported},
      {.name = "gpu-tensor-fp16x3",
       .idea = "tensor cores: three products of scaled half-precision terms, as accurate as float32",
       .run = WARP_JUDGE_WITH_HOPPER((&matmul_through_gpu<float, &matmul_gpu_tensor_fp16x3>)),
       .run_on_device = WARP_JUDGE_WITH_HOPPER(&matmul_gpu_tensor_fp16x3),
       .supported = &hopper_supported},
      cublas_row<float>,
      streamed<float>,
      multi<float>,
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
      texture<double>,
      shared_blocks<double>,
      register_columns<double>,
      register_tiles<double>,
      {.name = "gpu-tensor-fp64",
       .idea = "FP64 tensor cores: a warp multiplies fragments of slices in shared memory",
       .run = WARP_JUDGE_WITH_CUDA((&matmul_through_gpu<double, &matmul_gpu_tensor_fp64>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_gpu_tensor_fp64),
       .supported = &ampere_supported},
      {.name = "gpu-ozaki-int8",
       .idea = "tensor cores: exact products of bytes, residues of integers, as accurate as float64",
       .run = WARP_JUDGE_WITH_HOPPER((&matmul_through_gpu<double, &matmul_gpu_ozaki_int8>)),
       .run_on_device = WARP_JUDGE_WITH_HOPPER(&matmul_gpu_ozaki_int8),
       .supported = &hopper_supported},
      cublas_row<double>,
      streamed<double>,
      multi<double>,
  };
  return variants;
}

}  // namespace kernels
