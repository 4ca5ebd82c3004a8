#include <stdlib.h>

#include <utility>

#include "kernels/common/gpu.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include <cuda_runtime_api.h>

#include <string>
#else
#include <filesystem>
#endif

namespace kernels {
namespace {

GpuPhases phases;
std::uint64_t memory_budget = 0;
std::vector<int> devices;

#ifdef WARP_JUDGE_HAS_CUDA
constexpr int oldest_capability = 75;  // Turing, the oldest that current versions of the toolkit build for

/// 0: it does not answer.
int compute_capability(int device = 0) {
  int major = 0, minor = 0;
  if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) {
    return 0;
  }
  return 10 * major + minor;
}

std::string shown(int capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

Support ask_driver() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
    return {false, "no GPU here: no NVIDIA driver"};
  int count = 0;
  if (const cudaError_t result = cudaGetDeviceCount(&count); result != cudaSuccess) {
    cudaGetLastError();
    return {false, std::string("no GPU here: ") + cudaGetErrorString(result)};
  }
  const int capability = count == 0 ? 0 : compute_capability();
  if (capability == 0) return {false, "no GPU here that answers"};
  if (capability >= oldest_capability) return {};
  return {false, "the GPU's compute capability is " + shown(capability) + ", and 7.5 is the least"};
}

Support ask_for_ampere() {
  const int capability = compute_capability();
  if (capability >= 80) return {};
  return {false, "for compute capability 8.0 or later, and the GPU's is " + shown(capability)};
}
#endif

#ifdef WARP_JUDGE_HAS_HOPPER
Support ask_for_hopper() {
  const int capability = compute_capability();
  if (capability == 90) return {};
  return {false, "for compute capability 9.0, and the GPU's is " + shown(capability)};
}
#endif

}  // namespace

Support gpu_supported() {
#ifdef WARP_JUDGE_HAS_CUDA
  static const Support answer = ask_driver();
  return answer;
#else
  // The judge builds without CUDA where there is no GPU, even with a toolkit.
  if (!std::filesystem::exists("/proc/driver/nvidia")) return {false, "no GPU here: no NVIDIA driver"};
  return {false, "built without CUDA: install a CUDA toolkit and build again"};
#endif
}

Support hopper_supported() {
  if (Support gpu = gpu_supported(); !gpu.available) return gpu;
#ifdef WARP_JUDGE_HAS_HOPPER
  static const Support answer = ask_for_hopper();
  return answer;
#else
  if (gpu_is_emulated) return {false, "not built for the emulated GPU: for compute capability 9.0 alone"};
  return {false, "built without what is for compute capability 9.0: that takes CUDA 12.5 or later"};
#endif
}

Support ampere_supported() {
  if (Support gpu = gpu_supported(); !gpu.available) return gpu;
#ifdef WARP_JUDGE_HAS_CUDA
  static const Support answer = ask_for_ampere();
  return answer;
#else
  return {};
#endif
}

bool fast_gpu_supported() {
  return !gpu_is_emulated && gpu_supported().available;
}

void gpu_warm_up() {
#ifdef WARP_JUDGE_HAS_CUDA
  if (cudaFree(nullptr) != cudaSuccess) cudaGetLastError();
#endif
}

void gpu_start_with_one_queue() {
#ifdef WARP_JUDGE_HAS_CUDA
  ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0);
#endif
}

GpuPhases& gpu_phases() {
  return phases;
}

void set_gpu_devices(std::vector<int> chosen) {
  devices = std::move(chosen);
}

std::vector<int> gpu_devices() {
  if (!devices.empty()) return devices;
  std::vector<int> equal{0};
#ifdef WARP_JUDGE_HAS_CUDA
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) cudaGetLastError();
  for (int device = 1; device < count; ++device) {
    if (compute_capability(device) == compute_capability()) equal.push_back(device);
  }
#endif
  return equal;
}

void set_gpu_memory_budget(std::uint64_t bytes) {
  memory_budget = bytes;
}

std::uint64_t gpu_memory_budget() {
  return memory_budget;
}

}  // namespace kernels
