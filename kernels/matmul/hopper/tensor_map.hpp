#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <array>
#include <string>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels::hopper {

/// What the copy engine needs to know of an array of three dimensions, the innermost first, to copy boxes of it.
inline CUtensorMap describe_boxes(CUtensorMapDataType type, const void* data,
                                  const std::array<cuuint64_t, 3>& sizes,
                                  const std::array<cuuint64_t, 2>& stride_bytes,
                                  const std::array<cuuint32_t, 3>& box, CUtensorMapSwizzle swizzle) {
  static const auto encode = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check_cuda(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                                &found),
               "cuTensorMapEncodeTiled");
    if (found != cudaDriverEntryPointSuccess) throw GpuCannotRun("the driver has no cuTensorMapEncodeTiled");
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  }();
  constexpr cuuint32_t steps[] = {1, 1, 1};
  CUtensorMap map{};
  const CUresult result = encode(&map, type, 3, const_cast<void*>(data), sizes.data(), stride_bytes.data(),
                                 box.data(), steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                 CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) throw GpuError("cuTensorMapEncodeTiled: error " + std::to_string(result));
  return map;
}

}  // namespace kernels::hopper
