#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include CATCH2_HEADER

#include "kernels/common/variant.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/tests/guarded_matrix.hpp"

/// Leaves a test case of GPU code if no GPU can run it, and says so.
#define REQUIRE_GPU()                                                          \
  if (const kernels::Support gpu = kernels::gpu_supported(); !gpu.available) { \
    WARN("skipped: " << gpu.reason);                                           \
    return;                                                                    \
  }

/// Leaves a test case of code for several GPUs where there are fewer GPUs than `count`.
#define REQUIRE_GPUS(count)                             \
  REQUIRE_GPU()                                         \
  if (kernels_tests::gpu_count() < (count)) {           \
    WARN("skipped: fewer than " << (count) << " GPUs"); \
    return;                                             \
  }

namespace kernels_tests {

inline int gpu_count() {
  int count = 0;
  kernels::check_cuda(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  return count;
}

/// Whether a test of `elements` elements is not too long for the GPU here: the emulated one is slow.
inline bool fits_here(std::size_t elements) {
  constexpr std::size_t most_emulated = 25'000;
  return !kernels::gpu_is_emulated || elements <= most_emulated;
}

/// The number of repetitions of a test, or of its random numbers.
constexpr std::size_t repeats_here(std::size_t count) {
  return kernels::gpu_is_emulated ? (count + 19) / 20 : count;
}

/// Says which GPU variants of an operation cannot run here, why not, and how many they are.
template <class Function, class DeviceFunction>
void tell_skipped(std::string_view operation,
                  std::span<const kernels::Variant<Function, DeviceFunction>> variants) {
  int skipped = 0, all = 0;
  for (const auto& variant : variants) {
    if (!kernels::is_gpu_variant(variant.name)) continue;
    ++all;
    const kernels::Support support = variant.supported();
    if (support.available) continue;
    ++skipped;
    WARN("skipped: " << operation << " " << variant.name << ": " << support.reason);
  }
  if (skipped > 0) WARN(skipped << " of " << all << " GPU variants of " << operation << " skipped");
  CHECK(all > 0);
}

/// A guarded matrix in device memory, guards included: what
/// a kernel writes outside of it shows when it is read back.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(const GuardedMatrix<T>& matrix) : shape_(matrix), memory_(matrix.memory().size()) {
    kernels::check_cuda(
        cudaMemcpy(memory_.data(), matrix.memory().data(), memory_.bytes(), cudaMemcpyHostToDevice),
        "copy in");
    // The call returns when the data has been staged; a stream that does not wait for the default one could
    // begin before it has arrived (CUDA Runtime API, "API synchronization behavior").
    kernels::check_cuda(cudaDeviceSynchronize(), "copy in");
  }

  kernels::MatrixView<T> view() const {
    const auto shape = shape_.view();
    return {memory_.data() + shape_.margin(), shape.rows, shape.columns, shape.stride};
  }

  /// Waits for all kernels; throws GpuError with what went wrong in them.
  GuardedMatrix<T> read_back() const {
    kernels::check_cuda(cudaDeviceSynchronize(), "kernels");
    GuardedMatrix<T> result = shape_;
    kernels::check_cuda(
        cudaMemcpy(result.memory().data(), memory_.data(), memory_.bytes(), cudaMemcpyDeviceToHost),
        "copy out");
    return result;
  }

 private:
  GuardedMatrix<T> shape_;
  kernels::DeviceBuffer<T> memory_;
};

/// A budget of device memory, while it lives; 0: none.
struct Budget {
  explicit Budget(std::uint64_t bytes) { kernels::set_gpu_memory_budget(bytes); }
  Budget(const Budget&) = delete;
  ~Budget() { kernels::set_gpu_memory_budget(0); }
};

/// The GPUs of techniques for several, while it lives.
struct Devices {
  explicit Devices(const std::vector<int>& devices) { kernels::set_gpu_devices(devices); }
  Devices(const Devices&) = delete;
  ~Devices() { kernels::set_gpu_devices({}); }
};

}  // namespace kernels_tests
