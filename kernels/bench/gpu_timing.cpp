#include "kernels/bench/gpu_timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace kernels_bench {
namespace {

constexpr double batch_seconds = 1e-3;
constexpr int batches = 10;
constexpr std::size_t most_calls = 1000;  ///< in a batch: what the launch queue takes without waiting

/// A CUDA event that keeps time.
class Event {
 public:
  Event() { kernels::check_cuda(cudaEventCreate(&handle_), "cudaEventCreate"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(handle_); }
  void record(cudaStream_t stream) const { kernels::check_cuda(cudaEventRecord(handle_, stream), "event"); }

  /// Waits for this event; the seconds from `begin` to it.
  double seconds_since(const Event& begin) const {
    kernels::check_cuda(cudaEventSynchronize(handle_), "benchmark");
    float milliseconds = 0;
    kernels::check_cuda(cudaEventElapsedTime(&milliseconds, begin.handle_, handle_), "elapsed time");
    return double{milliseconds} * 1e-3;
  }

 private:
  cudaEvent_t handle_ = nullptr;
};

}  // namespace

void set_up_row(benchmark::internal::Benchmark* row) {
  row->UseManualTime()->Iterations(batches);
}

void time_on_gpu(benchmark::State& state, const Quantity& quantity,
                 const std::function<void(cudaStream_t stream, std::size_t call)>& work) {
  const kernels::Stream stream;
  const Event begin, end;
  std::size_t call = 0;
  const auto batch = [&](std::size_t calls) {
    begin.record(stream);
    for (std::size_t i = 0; i < calls; ++i) work(stream, call++);
    end.record(stream);
    return end.seconds_since(begin);
  };
  batch(1);  // loads the kernel
  const double once = std::max(batch(3) / 3, 1e-7);
  const auto calls =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(batch_seconds / once)), 1, most_calls);
  for ([[maybe_unused]] const auto turn : state)
    state.SetIterationTime(batch(calls) / static_cast<double>(calls));
  state.counters[quantity.rate] =
      benchmark::Counter(quantity.per_call, benchmark::Counter::kIsIterationInvariantRate);
  state.SetLabel(quantity.ceiling);
}

void set_up_host_row(benchmark::internal::Benchmark* row) {
  row->UseManualTime()->Iterations(1);
}

void time_on_host(benchmark::State& state, const Quantity& quantity, const std::function<void()>& work,
                  double items) {
  for ([[maybe_unused]] const auto turn : state) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
                           items);
  }
  state.counters[quantity.rate] =
      benchmark::Counter(quantity.per_call, benchmark::Counter::kIsIterationInvariantRate);
  state.SetLabel(quantity.ceiling);
}

std::size_t buffers_beyond_cache(std::size_t bytes) {
  int cache_bytes = 0;
  kernels::check_cuda(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, 0),
                      "size of the L2 cache");
  return 1 + 3 * static_cast<std::size_t>(cache_bytes) / std::max<std::size_t>(bytes, 1 << 16);
}

}  // namespace kernels_bench
