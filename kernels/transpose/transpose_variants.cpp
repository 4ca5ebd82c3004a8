#include <type_traits>

#include "kernels/gpu/cublas.hpp"
#include "kernels/transpose/transpose.hpp"
#include "kernels/transpose/transpose_through_gpu.hpp"

namespace kernels {

template <class T>
void transpose_cpu_naive(MatrixView<const T> in, MatrixView<T> out);
TransposeFunction<std::int32_t> transpose_cpu_blocked;
template <class T>
void transpose_gpu_naive(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
void transpose_gpu_tiled(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
void transpose_gpu_tiled_padded(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
void transpose_gpu_vectorized(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
void transpose_gpu_multi(MatrixView<const T> in, MatrixView<T> out);
template <class T>
void transpose_gpu_cublas(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);
template <class T>
void transpose_gpu_cublas_every_bit(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);

namespace {

template <class T>
constexpr TransposeFunction<T>* blocked() {
  if constexpr (std::is_same_v<T, std::int32_t>) return &transpose_cpu_blocked;
  return nullptr;
}

template <class T>
Support blocked_supported() {
  if (blocked<T>() != nullptr) return {};
  return {false, "only made for 32-bit elements, the problem's"};
}

template <class T>
inline constexpr bool has_geam = sizeof(T) >= 4;

#ifdef WARP_JUDGE_HAS_CUBLAS
template <class T>
constexpr TransposeDeviceFunction<T>* geam() {
  if constexpr (has_geam<T>) return &transpose_gpu_cublas<T>;
  return nullptr;
}

template <class T>
constexpr TransposeFunction<T>* geam_through_gpu() {
  if constexpr (has_geam<T>) return &transpose_through_gpu<T, &transpose_gpu_cublas_every_bit<T>>;
  return nullptr;
}
#endif

template <class T>
Support geam_supported() {
  if (has_geam<T>) return cublas_supported();
  return {false, "cuBLAS transposes no elements of 1 or 2 bytes"};
}

}  // namespace

template <class T>
std::span<const TransposeVariant<T>> transpose_variants() {
  static constexpr TransposeVariant<T> variants[] = {
      {.name = "cpu-naive",
       .idea = "two nested loops: reads along rows, writes down columns",
       .run = &transpose_cpu_naive<T>},
      {.name = "cpu-blocked",
       .idea = "16 x 16 tiles turned in cache, so that whole cache lines are read and written",
       .run = blocked<T>(),
       .supported = &blocked_supported<T>},
      {.name = "gpu-naive",
       .idea = "a thread for each element: reads along rows, writes down columns",
       .run = WARP_JUDGE_WITH_CUDA((&transpose_through_gpu<T, &transpose_gpu_naive<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&transpose_gpu_naive<T>),
       .supported = &gpu_supported},
      {.name = "gpu-tiled",
       .idea = "32 x 32 tiles turned in shared memory, so that reads and writes run along rows",
       .run = WARP_JUDGE_WITH_CUDA((&transpose_through_gpu<T, &transpose_gpu_tiled<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&transpose_gpu_tiled<T>),
       .supported = &gpu_supported},
      {.name = "gpu-tiled-padded",
       .idea = "gpu-tiled with a column of padding, so that no two lanes of a warp want the same bank",
       .run = WARP_JUDGE_WITH_CUDA((&transpose_through_gpu<T, &transpose_gpu_tiled_padded<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&transpose_gpu_tiled_padded<T>),
       .supported = &gpu_supported},
      {.name = "gpu-vectorized",
       .idea = "16-byte loads and stores; squares turned in registers and exchanged through shared memory",
       .run = WARP_JUDGE_WITH_CUDA((&transpose_through_gpu<T, &transpose_gpu_vectorized<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&transpose_gpu_vectorized<T>),
       .supported = &gpu_supported},
      {.name = "gpu-multi",
       .idea =
           "a band of the matrix for each of all equal GPUs; its parts come and go while others are turned",
       .run = WARP_JUDGE_WITH_CUDA(&transpose_gpu_multi<T>),
       .supported = &gpu_supported},
      {.name = "gpu-cublas",
       .idea = "cuBLAS's geam: the transpose as one summand of a sum of matrices, the other times zero",
       .run = WARP_JUDGE_WITH_CUBLAS(geam_through_gpu<T>()),
       .run_on_device = WARP_JUDGE_WITH_CUBLAS(geam<T>()),
       .supported = &geam_supported<T>},
  };
  return variants;
}

template std::span<const TransposeVariant<std::uint8_t>> transpose_variants();
template std::span<const TransposeVariant<std::uint16_t>> transpose_variants();
template std::span<const TransposeVariant<std::int32_t>> transpose_variants();
template std::span<const TransposeVariant<std::uint64_t>> transpose_variants();
template std::span<const TransposeVariant<Element16>> transpose_variants();

}  // namespace kernels
