#include "kernels/reduction/reduction.hpp"

namespace kernels {

template <class T>
ReductionResult<T> reduction_cpu_loop(std::span<const T> values, Reduction reduction);
ReductionFunction<std::int32_t> reduction_cpu_parallel;

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
  };
  return variants;
}

template std::span<const ReductionVariant<std::int32_t>> reduction_variants();
template std::span<const ReductionVariant<std::int64_t>> reduction_variants();
template std::span<const ReductionVariant<float>> reduction_variants();
template std::span<const ReductionVariant<double>> reduction_variants();

}  // namespace kernels
