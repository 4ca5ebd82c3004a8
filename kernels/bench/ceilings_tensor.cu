// Tensor cores, by cuBLAS's product of square matrices: 2 n^3 operations. The operands' type is in the row's
// name; sums are float32, of float64 operands float64.

#include "kernels/bench/ceilings.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/cublas.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/grid.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <chrono>

namespace kernels_bench {
namespace {

constexpr int smallest_n = 1024, largest_n = 8192;
constexpr double enough_seconds = 5e-3;  ///< of one product: a larger one would not be faster
constexpr int block_threads = 256;
constexpr unsigned most_blocks = 4096;

/// How cuBLAS calls an operand's type, and the sums of its products.
template <class T, class Sum, cudaDataType_t type_, cublasComputeType_t compute_>
struct Arithmetic {
  using Operand = T;
  using Scale = Sum;
  static constexpr cudaDataType_t type = type_;
  static constexpr cublasComputeType_t compute = compute_;
};
using Tf32 = Arithmetic<float, float, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32>;
using Float16 = Arithmetic<__half, float, CUDA_R_16F, CUBLAS_COMPUTE_32F>;
using Bfloat16 = Arithmetic<__nv_bfloat16, float, CUDA_R_16BF, CUBLAS_COMPUTE_32F>;
using Float64 = Arithmetic<double, double, CUDA_R_64F, CUBLAS_COMPUTE_64F>;

template <class T>
__global__ void convert(const float* in, T* out, std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    out[i] = static_cast<T>(in[i] - 1.5f);
  }
}

/// Random values in [-0.5, 0.5): what a tensor core's clock allows depends on its operands.
template <class T>
kernels::DeviceBuffer<T> random_matrix(std::size_t size, unsigned seed) {
  const kernels::DeviceBuffer<float> random(size);
  kernels::DeviceBuffer<T> matrix(size);
  fill_random(random.data(), size, seed, nullptr);
  convert<<<kernels::grid_for(size, block_threads, most_blocks), block_threads>>>(random.data(),
                                                                                  matrix.data(), size);
  kernels::check_launch("convert");
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  return matrix;
}

/// A handle in the library's default mode: that of the variants allows
/// no tensor cores for float32. Never destroyed, as theirs.
cublasHandle_t default_handle() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    kernels::check_cublas(kernels::cublas().create(&made), "cublasCreate");
    return made;
  }();
  return handle;
}

/// Square matrices of one size, and their product.
template <class Kind>
class Product {
 public:
  explicit Product(int n)
      : n_(n),
        a_(random_matrix<Operand>(elements(), 1)),
        b_(random_matrix<Operand>(elements(), 2)),
        c_(elements()) {}

  double operations() const { return 2.0 * n_ * n_ * n_; }

  void compute(cudaStream_t stream) const {
    const typename Kind::Scale one = 1, zero = 0;
    kernels::check_cublas(kernels::cublas().set_stream(default_handle(), stream), "cublasSetStream");
    kernels::check_cublas(
        kernels::cublas().gemm_ex(default_handle(), CUBLAS_OP_N, CUBLAS_OP_N, n_, n_, n_, &one, a_.data(),
                                  Kind::type, n_, b_.data(), Kind::type, n_, &zero, c_.data(), Kind::type, n_,
                                  Kind::compute, CUBLAS_GEMM_DEFAULT),
        "cublasGemmEx");
  }

  /// The time by the host's clock, the second of two.
  double seconds() const {
    compute(nullptr);
    kernels::check_cuda(cudaDeviceSynchronize(), "cublasGemmEx");
    const auto start = std::chrono::steady_clock::now();
    compute(nullptr);
    kernels::check_cuda(cudaDeviceSynchronize(), "cublasGemmEx");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  using Operand = typename Kind::Operand;
  std::size_t elements() const { return static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_); }

  int n_;
  kernels::DeviceBuffer<Operand> a_, b_, c_;
};

template <class Kind>
void product(benchmark::State& state, const char* name) {
  static const int n = [] {  // once for all repetitions
    int size = smallest_n;
    while (size < largest_n && Product<Kind>(size).seconds() < enough_seconds) size *= 2;
    return size;
  }();
  const Product<Kind> product(n);
  time_on_gpu(state, {"GFLOP/s", 1e-9 * product.operations(), name},
              [&](cudaStream_t stream, std::size_t) { product.compute(stream); });
}

template <class Kind>
void register_kind(const char* row, const char* name) {
  set_up_row(benchmark::RegisterBenchmark(row, product<Kind>, name));
}

}  // namespace

void register_tensor_ceilings() {
  if (!kernels::cublas_supported().available) return;
  int major = 0;
  kernels::check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0),
                      "compute capability");
  register_kind<Float16>("ceiling/tensor-float16", "tensor-float16");
  if (major < 8) return;  // Turing's tensor cores know no other of these types
  register_kind<Bfloat16>("ceiling/tensor-bfloat16", "tensor-bfloat16");
  register_kind<Tf32>("ceiling/tensor-tf32", "tensor-tf32");
  register_kind<Float64>("ceiling/tensor-float64", "tensor-float64");
}

}  // namespace kernels_bench

#else

namespace kernels_bench {

void register_tensor_ceilings() {}

}  // namespace kernels_bench

#endif
