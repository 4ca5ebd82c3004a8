#include "kernels/reduction/reduction_gpu_cub.cuh"

namespace kernels {

template void reduction_gpu_cub(std::span<const std::int32_t>, Reduction, std::int64_t*, ReductionWorkspace&,
                                GpuStream);
template void reduction_gpu_cub(std::span<const std::int64_t>, Reduction, std::int64_t*, ReductionWorkspace&,
                                GpuStream);

}  // namespace kernels
