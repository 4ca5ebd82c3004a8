// OpenBLAS: the same blocking as cpu-blocked, with kernels written in assembly for each processor and a pool of
// threads. Other CPU variants are compared with it. At start-up OpenBLAS takes one thread for each core of the
// affinity mask (and no more than OPENBLAS_NUM_THREADS says), so that pinning the process pins its pool too.
//
// Work: M N K multiply-adds. Traffic: at least M K + K N elements read and M N written.

#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_OPENBLAS

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "base/given_cores.hpp"

namespace kernels {

namespace {

blasint checked(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<blasint>::max())) {
    throw std::length_error(
        "matmul_cpu_openblas: a size or stride exceeds OpenBLAS's integer type; "
        "use cpu-blocked");
  }
  return static_cast<blasint>(size);
}

/// BLAS wants a stride of at least 1 even where a matrix has no columns.
template <class T>
blasint checked_stride(MatrixView<T> matrix) {
  return checked(std::max({matrix.stride, matrix.columns, std::size_t{1}}));
}

/// The library, loaded when it is first needed: that takes milliseconds. Its threads would spin for 30 ms after their start
/// and after each product, while the program reads and prints by the same cores, so they are told to sleep at once.
class OpenBlas {
 public:
  OpenBlas() {
    constexpr const char* shortest = "4";  // a power of two of cycles
    ::setenv("OPENBLAS_THREAD_TIMEOUT", shortest, 0);
    library_ = ::dlopen(WARP_JUDGE_OPENBLAS, RTLD_NOW);
    if (library_ == nullptr) throw std::runtime_error(std::string("cannot load OpenBLAS: ") + ::dlerror());
  }

  template <class Function>
  Function* find(const char* name) const {
    void* const found = ::dlsym(library_, name);
    if (found == nullptr) throw std::runtime_error(std::string("OpenBLAS lacks ") + name);
    return reinterpret_cast<Function*>(found);
  }

 private:
  void* library_;
};

template <class T>
auto find_gemm(const OpenBlas& blas) {
  if constexpr (std::is_same_v<T, float>) {
    return blas.find<decltype(cblas_sgemm)>("cblas_sgemm");
  } else {
    return blas.find<decltype(cblas_dgemm)>("cblas_dgemm");
  }
}

}  // namespace

template <class T>
void matmul_cpu_openblas(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  if (c.rows == 0 || c.columns == 0) return;
  static const OpenBlas blas;
  static auto* const gemm = find_gemm<T>(blas);
  static auto* const set_threads = blas.find<decltype(openblas_set_num_threads)>("openblas_set_num_threads");
  static const int pool = blas.find<decltype(openblas_get_num_threads)>("openblas_get_num_threads")();
  const unsigned limit = base::core_limit;
  set_threads(limit > 0 ? std::min(pool, static_cast<int>(limit)) : pool);
  gemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, checked(c.rows), checked(c.columns), checked(a.columns),
       T{1}, a.data, checked_stride(a), b.data, checked_stride(b), T{0}, c.data, checked_stride(c));
}

Support matmul_cpu_openblas_supported() {
  return {};
}

}  // namespace kernels

#else

#include <stdexcept>

namespace kernels {

namespace {
constexpr const char* reason = "built without OpenBLAS; install libopenblas-dev and build again";
}

template <class T>
void matmul_cpu_openblas(MatrixView<const T>, MatrixView<const T>, MatrixView<T>) {
  throw std::runtime_error(reason);
}

Support matmul_cpu_openblas_supported() {
  return {.available = false, .reason = reason};
}

}  // namespace kernels

#endif

namespace kernels {

template MatmulFunction<float> matmul_cpu_openblas<float>;
template MatmulFunction<double> matmul_cpu_openblas<double>;

}  // namespace kernels
