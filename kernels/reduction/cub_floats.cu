#include "kernels/reduction/reduction_gpu_cub.cuh"

namespace kernels {

template void reduction_gpu_cub(std::span<const float>, Reduction, float*, ReductionWorkspace&, GpuStream);
template void reduction_gpu_cub(std::span<const double>, Reduction, double*, ReductionWorkspace&, GpuStream);

}  // namespace kernels
