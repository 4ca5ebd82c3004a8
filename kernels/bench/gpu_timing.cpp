#include "kernels/bench/gpu_timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "kernels/gpu/device_buffer.hpp"

namespace kernels_bench {
namespace {

constexpr double batch_seconds = 1e-3;
constexpr int batches = 10;
constexpr std::size_t most_calls = 1000;  ///< in a batch: what the launch queue takes without waiting

/// What a stream was given while it was recorded.
class Graph {
 public:
  Graph(const kernels::Stream& stream, const std::function<void()>& work) {
    kernels::check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin of a graph");
    work();
    cudaGraph_t recorded = nullptr;
    kernels::check_cuda(cudaStreamEndCapture(stream, &recorded), "end of a graph");
    const cudaError_t made = cudaGraphInstantiate(&handle_, recorded, 0);
    cudaGraphDestroy(recorded);
    kernels::check_cuda(made, "cudaGraphInstantiate");
    kernels::check_cuda(cudaGraphUpload(handle_, stream), "cudaGraphUpload");
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { cudaGraphExecDestroy(handle_); }
  void launch(cudaStream_t stream) const { kernels::check_cuda(cudaGraphLaunch(handle_, stream), "graph"); }

 private:
  cudaGraphExec_t handle_ = nullptr;
};

}  // namespace

void set_up_row(benchmark::internal::Benchmark* row) {
  row->UseManualTime()->Iterations(batches);
}

void time_on_gpu(benchmark::State& state, const Quantity& quantity,
                 const std::function<void(cudaStream_t stream, std::size_t call)>& work, Launching launching,
                 std::size_t buffers) {
  const kernels::Stream stream;
  const TimingEvent begin, end;
  std::size_t call = 0;
  const auto run = [&](std::size_t calls) {
    for (std::size_t i = 0; i < calls; ++i) work(stream, call++);
  };
  const auto time = [&](const std::function<void()>& batch) {
    begin.record(stream);
    batch();
    end.record(stream);
    return end.seconds_since(begin);
  };
  time([&] { run(1); });  // loads the kernel
  const double once = std::max(time([&] { run(3); }) / 3, 1e-7);
  auto calls =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(batch_seconds / once)), 1, most_calls);
  std::function<void()> batch = [&] { run(calls); };
  std::optional<Graph> graph;
  if (launching == Launching::graph) {
    calls = std::max(calls, std::min(buffers, most_calls));
    graph.emplace(stream, batch);
    batch = [&] { graph->launch(stream); };
    time(batch);
  }
  for ([[maybe_unused]] const auto turn : state)
    state.SetIterationTime(time(batch) / static_cast<double>(calls));
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

std::byte* memory_of_all_rows(std::size_t bytes) {
  static kernels::DeviceBuffer<std::byte> memory;
  if (memory.size() < bytes) {
    memory = kernels::DeviceBuffer<std::byte>();  // frees the old one first
    memory = kernels::DeviceBuffer<std::byte>(bytes);
  }
  return memory.data();
}

bool fits_in_memory(std::size_t bytes) {
  static const std::size_t most = [] {
    std::size_t free = 0, total = 0;
    kernels::check_cuda(cudaMemGetInfo(&free, &total), "free memory of the GPU");
    return free / 2;  // other rows need memory of their own
  }();
  return bytes <= most;
}

std::size_t buffers_beyond_cache(std::size_t bytes) {
  int cache_bytes = 0;
  kernels::check_cuda(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, 0),
                      "size of the L2 cache");
  return 1 + 3 * static_cast<std::size_t>(cache_bytes) / std::max(bytes, least_buffer_bytes);
}

}  // namespace kernels_bench
