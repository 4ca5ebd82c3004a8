// Products of matrices in pinned host memory, of which the GPU may hold 8 GiB, next to cuBLASXt, which is for
// such matrices and chooses its own use of device memory.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/available_memory.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/cublas.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t side = 32768;
constexpr std::uint64_t budget_bytes = std::uint64_t{8} << 30;

/// Memory for all rows: pinning some gigabytes takes seconds.
std::byte* pinned_memory() {
  static std::byte* const memory = [] {
    void* found = nullptr;
    kernels::check_cuda(cudaMallocHost(&found, 3 * side * side * sizeof(double)), "pinned memory");
    return static_cast<std::byte*>(found);
  }();
  return memory;
}

bool fits_in_host_memory() {
  return 3 * side * side * sizeof(double) <= base::available_memory_bytes() / 4 * 3;
}

template <class T>
struct Matrices {
  Matrices() {
    constexpr std::size_t part = std::size_t{1} << 26;
    const kernels::DeviceBuffer<T> random(part);
    for (std::size_t first = 0; first < 2 * side * side; first += part) {
      fill_random(random.data(), part, static_cast<unsigned>(first / part), nullptr);
      kernels::check_cuda(cudaMemcpy(a.data + first, random.data(), random.bytes(), cudaMemcpyDeviceToHost),
                          "random factors");
    }
  }
  T* const memory = reinterpret_cast<T*>(pinned_memory());
  const kernels::MatrixView<T> a{memory, side, side, side}, b{memory + side * side, side, side, side},
      c{memory + 2 * side * side, side, side, side};
};

Quantity operations(const char* ceiling) {
  constexpr auto n = static_cast<double>(side);
  return {"GFLOP/s", 2e-9 * n * n * n, ceiling};
}

template <class T>
void run_ours(benchmark::State& state, kernels::MatmulFunction<T>* multiply, const char* ceiling) {
  const Matrices<T> matrices;
  kernels::set_gpu_memory_budget(budget_bytes);
  const auto work = [&] { multiply(matrices.a, matrices.b, matrices.c); };
  work();  // loads the kernels
  time_on_host(state, operations(ceiling), work);
  kernels::set_gpu_memory_budget(0);
}

/// The first `devices` of all GPUs, each with all of its memory.
template <class T>
void run_on_several(benchmark::State& state, kernels::MatmulFunction<T>* multiply, const char* ceiling,
                    std::size_t devices) {
  const Matrices<T> matrices;
  const std::vector<int> all = kernels::gpu_devices();
  kernels::set_gpu_devices({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(devices)});
  const auto work = [&] { multiply(matrices.a, matrices.b, matrices.c); };
  work();  // loads the kernels
  time_on_host(state, operations(ceiling), work);
  kernels::set_gpu_devices({});
}

#ifdef WARP_JUDGE_HAS_CUBLAS

/// Row-major c = a b is column-major c' = b' a'.
template <class T>
void multiply_xt(cublasXtHandle_t handle, const Matrices<T>& matrices) {
  const T one = 1, zero = 0;
  const auto multiply = [&] {
    if constexpr (std::is_same_v<T, float>) return kernels::cublas().xt_sgemm;
    if constexpr (std::is_same_v<T, double>) return kernels::cublas().xt_dgemm;
  }();
  kernels::check_cublas(multiply(handle, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, matrices.b.data,
                                 side, matrices.a.data, side, &zero, matrices.c.data, side),
                        "cublasXt gemm");
}

/// Runs with the size of its blocks as the row's second argument.
template <class T>
void run_xt(benchmark::State& state, const char* ceiling) {
  const Matrices<T> matrices;
  const kernels::Cublas& cublas = kernels::cublas();
  cublasXtHandle_t handle = nullptr;
  kernels::check_cublas(cublas.xt_create(&handle), "cublasXtCreate");
  int device = 0;
  kernels::check_cublas(cublas.xt_device_select(handle, 1, &device), "cublasXtDeviceSelect");
  kernels::check_cublas(cublas.xt_set_block(handle, static_cast<int>(state.range(1))), "cublasXtSetBlockDim");
  multiply_xt(handle, matrices);  // makes its buffers
  time_on_host(state, operations(ceiling), [&] { multiply_xt(handle, matrices); });
  cublas.xt_destroy(handle);
}

#endif

template <class T>
void register_type(std::string_view type, const char* ceiling) {
  constexpr auto n = static_cast<std::int64_t>(side);
  const auto* streamed = kernels::find_variant(kernels::matmul_variants<T>(), "gpu-streamed");
  set_up_host_row(benchmark::RegisterBenchmark(row_name("matmul-streamed", type, streamed->name).c_str(),
                                               run_ours<T>, streamed->run, ceiling)
                      ->Arg(n));
  const std::size_t devices = kernels::gpu_devices().size();
  if (devices > 1) {
    const auto* multi = kernels::find_variant(kernels::matmul_variants<T>(), "gpu-multi");
    for (const std::size_t used : {std::size_t{1}, devices}) {
      const std::string variant = std::string(multi->name) + "-" + std::to_string(used);
      set_up_host_row(benchmark::RegisterBenchmark(row_name("matmul-streamed", type, variant).c_str(),
                                                   run_on_several<T>, multi->run, ceiling, used)
                          ->Arg(n));
    }
  }
#ifdef WARP_JUDGE_HAS_CUBLAS
  if (!kernels::cublas_supported().available) return;
  // The largest first: the row that others are compared with.
  for (const std::int64_t block : {8192, 4096}) {
    const std::string variant = block == 8192 ? "gpu-cublasxt" : "gpu-cublasxt-" + std::to_string(block);
    set_up_host_row(
        benchmark::RegisterBenchmark(row_name("matmul-streamed", type, variant).c_str(), run_xt<T>, ceiling)
            ->Args({n, block}));
  }
#endif
}

}  // namespace

void register_matmul_streamed() {
  if (!fits_in_host_memory()) return;
  register_type<float>("float32", "fma-float32");
  register_type<double>("float64", "fma-float64");
}

}  // namespace kernels_bench
