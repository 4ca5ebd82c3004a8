#include "kernels/reduction/reduction.hpp"
#include "kernels/reduction/reduction_through_gpu.hpp"

namespace kernels {

template <class T>
ReductionResult<T> reduction_cpu_loop(std::span<const T> values, Reduction reduction);
ReductionFunction<std::int32_t> reduction_cpu_parallel;
template <class T>
void reduction_gpu_two_pass(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                            ReductionWorkspace& workspace, GpuStream stream);
template <class T>
void reduction_gpu_atomic(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                          ReductionWorkspace& workspace, GpuStream stream);
template <class T>
void reduction_gpu_single_pass(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                               ReductionWorkspace& workspace, GpuStream stream);
template <class T>
void reduction_gpu_overlapped(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                              ReductionWorkspace& workspace, GpuStream stream);
template <class T>
ReductionResult<T> reduction_gpu_multi(std::span<const T> values, Reduction reduction);
template <class T>
void reduction_gpu_cub(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                       ReductionWorkspace& workspace, GpuStream stream);

namespace {

template <class T>
constexpr ReductionFunction<T>* parallel() {
  if constexpr (std::is_same_v<T, std::int32_t>) return &reduction_cpu_parallel;
  return nullptr;
}

template <class T>
Support parallel_supported() {
  if (parallel<T>() != nullptr) return {};
  return {false, "only made for 32-bit integers, the problem's"};
}

#ifdef WARP_JUDGE_HAS_CUDA
template <class T>
constexpr ReductionDeviceFunction<T>* atomic() {
  if constexpr (std::is_integral_v<T>) return &reduction_gpu_atomic<T>;
  return nullptr;
}

template <class T>
constexpr ReductionFunction<T>* atomic_through_gpu() {
  if constexpr (std::is_integral_v<T>) return &reduction_through_gpu<T, &reduction_gpu_atomic<T>>;
  return nullptr;
}

template <class T>
constexpr ReductionFunction<T>* multi() {
  if constexpr (!std::is_same_v<T, float>) return &reduction_gpu_multi<T>;
  return nullptr;
}
#endif

template <class T>
Support multi_supported() {
  if (!std::is_same_v<T, float>) return gpu_supported();
  return {false, "not for float32: each GPU's part would be rounded"};
}

Support cub_supported() {
  if (gpu_is_emulated)
    return {false, "not built for the emulated GPU: it needs NVIDIA's CUB, which not every machine has"};
  return gpu_supported();
}

template <class T>
Support atomic_supported() {
  if (std::is_integral_v<T>) return gpu_supported();
  return {false, "only for integers: atomic operations come in any order, and so would rounding errors"};
}

}  // namespace

template <class T>
std::span<const ReductionVariant<T>> reduction_variants() {
  static constexpr ReductionVariant<T> variants[] = {
      {.name = "cpu-loop", .idea = "one loop over the values", .run = &reduction_cpu_loop<T>},
      {.name = "cpu-parallel",
       .idea = "one chunk a core, then the chunks' results combined",
       .run = parallel<T>(),
       .supported = &parallel_supported<T>,
       .uses_all_cores = true},
      {.name = "gpu-two-pass",
       .idea = "a tree in each block's shared memory; a second launch for the blocks' results",
       .run = WARP_JUDGE_WITH_CUDA((&reduction_through_gpu<T, &reduction_gpu_two_pass<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&reduction_gpu_two_pass<T>),
       .supported = &gpu_supported},
      {.name = "gpu-atomic",
       .idea = "the blocks' results combined by atomic operations",
       .run = WARP_JUDGE_WITH_CUDA(atomic_through_gpu<T>()),
       .run_on_device = WARP_JUDGE_WITH_CUDA(atomic<T>()),
       .supported = &atomic_supported<T>},
      {.name = "gpu-single-pass",
       .idea = "vector loads and warp exchanges; the last block to finish combines the blocks' results",
       .run = WARP_JUDGE_WITH_CUDA((&reduction_through_gpu<T, &reduction_gpu_single_pass<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&reduction_gpu_single_pass<T>),
       .supported = &gpu_supported},
      {.name = "gpu-overlapped",
       .idea =
           "begins while the kernel before ends; the last block waits for the others' results as they come",
       .run = WARP_JUDGE_WITH_CUDA((&reduction_through_gpu<T, &reduction_gpu_overlapped<T>>)),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&reduction_gpu_overlapped<T>),
       .supported = &gpu_supported},
      {.name = "gpu-multi",
       .idea = "a share for each of all equal GPUs; its parts come while others are reduced",
       .run = WARP_JUDGE_WITH_CUDA(multi<T>()),
       .supported = &multi_supported<T>},
      {.name = "gpu-cub",
       .idea = "CUB's device-wide reduction",
       .run = WARP_JUDGE_WITH_REAL_GPU((&reduction_through_gpu<T, &reduction_gpu_cub<T>>)),
       .run_on_device = WARP_JUDGE_WITH_REAL_GPU(&reduction_gpu_cub<T>),
       .supported = &cub_supported},
  };
  return variants;
}

template <class T>
ReductionResult<T> reduce_on_device(const ReductionVariant<T>& variant, std::span<const T> values,
                                    Reduction reduction, GpuStream stream) {
#ifdef WARP_JUDGE_HAS_CUDA
  const DeviceBuffer<ReductionResult<T>> device_result(1);
  ReductionWorkspace workspace(stream);
  variant.run_on_device(values, reduction, device_result.data(), workspace, stream);
  ReductionResult<T> result{};
  check_cuda(cudaMemcpyAsync(&result, device_result.data(), sizeof result, cudaMemcpyDeviceToHost, stream),
             "copy of the result");
  check_cuda(cudaStreamSynchronize(stream), "reduction");
  return result;
#else
  static_cast<void>(values), static_cast<void>(reduction), static_cast<void>(stream);
  throw GpuCannotRun(std::string(variant.name) + ": " + gpu_supported().reason);
#endif
}

template ReductionResult<std::int32_t> reduce_on_device(const ReductionVariant<std::int32_t>&,
                                                        std::span<const std::int32_t>, Reduction, GpuStream);
template ReductionResult<std::int64_t> reduce_on_device(const ReductionVariant<std::int64_t>&,
                                                        std::span<const std::int64_t>, Reduction, GpuStream);
template float reduce_on_device(const ReductionVariant<float>&, std::span<const float>, Reduction, GpuStream);
template double reduce_on_device(const ReductionVariant<double>&, std::span<const double>, Reduction,
                                 GpuStream);

template std::span<const ReductionVariant<std::int32_t>> reduction_variants();
template std::span<const ReductionVariant<std::int64_t>> reduction_variants();
template std::span<const ReductionVariant<float>> reduction_variants();
template std::span<const ReductionVariant<double>> reduction_variants();

}  // namespace kernels
