// The link between host and GPU: host-to-device, device-to-host, from and to pinned memory.

#include <memory>

#include "kernels/bench/ceilings.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/device_buffer.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t bytes = std::size_t{256} << 20;

struct FreeHost {
  void operator()(void* memory) const { cudaFreeHost(memory); }
};

std::unique_ptr<void, FreeHost> pinned_memory() {
  void* memory = nullptr;
  kernels::check_cuda(cudaMallocHost(&memory, bytes), "pinned memory of the host");
  return std::unique_ptr<void, FreeHost>(memory);
}

void link(benchmark::State& state, cudaMemcpyKind kind, const char* name) {
  const auto host = pinned_memory();
  const kernels::DeviceBuffer<float> device(bytes / sizeof(float));
  fill_random(device.data(), device.size(), 1, nullptr);
  kernels::check_cuda(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost), "fill");
  const bool into_device = kind == cudaMemcpyHostToDevice;
  void* const to = into_device ? device.data() : host.get();
  const void* const from = into_device ? host.get() : device.data();
  time_on_gpu(state, {"GB/s", 1e-9 * static_cast<double>(bytes), name},
              [&](cudaStream_t stream, std::size_t) {
                kernels::check_cuda(cudaMemcpyAsync(to, from, bytes, kind, stream), name);
              });
}

}  // namespace

void register_link_ceilings() {
  set_up_row(
      benchmark::RegisterBenchmark("ceiling/host-to-device", link, cudaMemcpyHostToDevice, "host-to-device"));
  set_up_row(
      benchmark::RegisterBenchmark("ceiling/device-to-host", link, cudaMemcpyDeviceToHost, "device-to-host"));
}

}  // namespace kernels_bench
