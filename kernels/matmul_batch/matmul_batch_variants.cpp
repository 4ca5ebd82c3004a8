#include "kernels/gpu/cublas.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"
#include "kernels/matmul_batch/matmul_batch_through_gpu.hpp"

namespace kernels {

MatmulBatchFunction matmul_batch_cpu_float64;
MatmulBatchDeviceFunction matmul_batch_gpu_register_tiles, matmul_batch_gpu_whole_factors,
    matmul_batch_gpu_tensor_tf32x3, matmul_batch_gpu_cublas;

std::span<const MatmulBatchVariant> matmul_batch_variants() {
  static constexpr MatmulBatchVariant variants[] = {
      {.name = "cpu-float64",
       .idea = "one product after another, sums in double precision, rounded once at the end",
       .run = &matmul_batch_cpu_float64},
      {.name = "gpu-register-tiles",
       .idea = "a block for each tile of each product, whose threads compute tiles in registers",
       .run = WARP_JUDGE_WITH_CUDA(&matmul_batch_through_gpu<&matmul_batch_gpu_register_tiles>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_batch_gpu_register_tiles),
       .supported = &gpu_supported},
      {.name = "gpu-whole-factors",
       .idea = "both factors whole in shared memory, so that each element is read once; to 64 a side",
       .run = WARP_JUDGE_WITH_CUDA(&matmul_batch_through_gpu<&matmul_batch_gpu_whole_factors>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_batch_gpu_whole_factors),
       .supported = &gpu_supported},
      {.name = "gpu-tensor-tf32x3",
       .idea =
           "tensor cores: three products of TF32 terms, split in registers; small ones as gpu-whole-factors",
       .run = WARP_JUDGE_WITH_CUDA(&matmul_batch_through_gpu<&matmul_batch_gpu_tensor_tf32x3>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&matmul_batch_gpu_tensor_tf32x3),
       .supported = &ampere_supported},
      {.name = "gpu-cublas",
       .idea = "cuBLAS's sgemm for batches in one piece of memory, without TF32",
       .run = WARP_JUDGE_WITH_CUBLAS(&matmul_batch_through_gpu<&matmul_batch_gpu_cublas>),
       .run_on_device = WARP_JUDGE_WITH_CUBLAS(&matmul_batch_gpu_cublas),
       .supported = &cublas_supported},
  };
  return variants;
}

}  // namespace kernels
