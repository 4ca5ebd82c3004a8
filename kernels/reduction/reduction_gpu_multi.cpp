// Several GPUs on values in host memory: each reduces a share, part by part as gpu-overlapped, while the next part
// arrives; the parts' results are combined at the end, always in the same order.
//
// Traffic: every value over the bus once, which takes 80 times as long as the kernel: so D GPUs should take a D-th
// of the time of one, as far as each has a bus of its own and the host's memory keeps up.

#include "kernels/reduction/reduction.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/gpu/on_each_device.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/gpu/two_places.hpp"
#include "kernels/reduction/combine.hpp"
#include "kernels/reduction/workspace.hpp"

namespace kernels {

template <class T>
void reduction_gpu_overlapped(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                              ReductionWorkspace& workspace, GpuStream stream);

namespace {

constexpr std::size_t most_part_bytes = std::size_t{64} << 20;

double combine(double left, double right, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return left + right;
    case Reduction::product:
      return left * right;
    case Reduction::min:
      return std::isnan(left) || left < right ? left : right;
    case Reduction::max:
      return std::isnan(left) || left > right ? left : right;
  }
  throw std::invalid_argument("combine: not a Reduction");
}

template <class T>
class ReductionPlace {
 public:
  ReductionPlace(const Stream& stream, std::span<const T> values, Reduction reduction, std::size_t part,
                 std::span<ReductionResult<T>> results)
      : stream_(stream),
        values_(values),
        reduction_(reduction),
        part_(part),
        results_(results),
        device_values_(part),
        device_result_(1),
        workspace_(stream) {}

  void operator()(std::size_t first, std::size_t count) {
    const std::span<const T> part = values_.subspan(first, count);
    check_cuda(cudaMemcpyAsync(device_values_.data(), part.data(), part.size_bytes(), cudaMemcpyHostToDevice,
                               stream_),
               "copy of a part of the values");
    reduction_gpu_overlapped<T>(device_values_.span().first(count), reduction_, device_result_.data(),
                                workspace_, stream_);
    auto& result = results_[first / part_];
    check_cuda(
        cudaMemcpyAsync(&result, device_result_.data(), sizeof result, cudaMemcpyDeviceToHost, stream_),
        "copy of a part's result");
  }

 private:
  const Stream& stream_;
  std::span<const T> values_;
  Reduction reduction_;
  std::size_t part_;
  std::span<ReductionResult<T>> results_;
  DeviceBuffer<T> device_values_;
  DeviceBuffer<ReductionResult<T>> device_result_;
  ReductionWorkspace workspace_;
};

}  // namespace

/// Host-level only. Its copies overlap with its kernels: GpuPhases counts both as kernels, pinning as start-up.
template <class T>
ReductionResult<T> reduction_gpu_multi(std::span<const T> values, Reduction reduction) {
  if (values.empty()) return reduction == Reduction::product ? 1 : 0;
  GpuPhaseClock clock;
  const std::vector<int> devices = gpu_devices();
  const PinnedMemory pinned(MatrixView<const T>{values.data(), 1, values.size(), values.size()});
  clock.end(&GpuPhases::start_up_ns);
  std::vector<std::vector<ReductionResult<T>>> results(devices.size());
  on_each_device(devices, [&](std::size_t index) {
    constexpr std::size_t unit = 1024;
    const Share share(values.size(), devices.size(), index, unit);
    if (share.count == 0) return;
    const std::size_t fitting = bytes_of_a_part(most_part_bytes, devices.size()) / sizeof(T);
    const std::size_t part = std::clamp<std::size_t>(fitting, 1, share.count);
    results[index].resize((share.count + part - 1) / part);
    in_two_places<ReductionPlace<T>>(share.count, part, values.subspan(share.first, share.count), reduction,
                                     part, std::span(results[index]));
  });
  ReductionResult<T> all = results.front().front();
  bool is_first = true;
  for (const auto& of_device : results) {
    for (const auto result : of_device) {
      if (!is_first) all = combine(all, result, reduction);
      is_first = false;
    }
  }
  clock.end(&GpuPhases::kernels_ns);
  return all;
}

template ReductionFunction<std::int32_t> reduction_gpu_multi<std::int32_t>;
template ReductionFunction<std::int64_t> reduction_gpu_multi<std::int64_t>;
template ReductionFunction<double> reduction_gpu_multi<double>;

}  // namespace kernels

#endif
