/// Runs Thrust's algorithms on the emulated device: CCCL's sequential ones, in one thread of the device. The
/// parallel ones take long to compile, and would still run on only a few cores of this machine.
#pragma once

#include <thrust/detail/seq.h>
#include <thrust/pair.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/sequential/execution_policy.h>

#include <cuda/std/type_traits>
#include <cuda/std/utility>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace emulated {

/// The policy that algorithms get in the device's thread; the memory that they allocate is already there.
struct device_policy : thrust::system::detail::sequential::execution_policy<device_policy> {
  char* scratch;

  // Lets an element of the scratch memory be assigned to one of any memory.
  _CCCL_HOST_DEVICE operator thrust::cuda_cub::tag() const { return {}; }
  _CCCL_HOST_DEVICE operator thrust::system::cpp::detail::tag() const { return {}; }
};

constexpr std::size_t scratch_alignment = 256;

/// Enough scratch memory for `n` elements of each type.
template <class... Elements>
_CCCL_HOST_DEVICE std::size_t scratch_for(std::ptrdiff_t n) {
  return ((static_cast<std::size_t>(n) * sizeof(Elements) + scratch_alignment) + ...);
}

template <class T>
_CCCL_HOST_DEVICE thrust::pair<T*, std::ptrdiff_t> get_temporary_buffer(device_policy& policy,
                                                                        std::ptrdiff_t n) {
  T* const memory = reinterpret_cast<T*>(policy.scratch);
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
  policy.scratch += (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
  return thrust::make_pair(memory, n);
}
template <class Pointer>
_CCCL_HOST_DEVICE void return_temporary_buffer(device_policy&, Pointer, std::ptrdiff_t) {}

template <class Algorithm, class... Arguments>
using result_of =
    decltype(Algorithm::run(::cuda::std::declval<device_policy&>(), ::cuda::std::declval<Arguments>()...));

template <class Algorithm, class Result, class... Arguments>
__global__ void algorithm_kernel([[maybe_unused]] Result* result, char* scratch, Arguments... arguments) {
  device_policy policy;
  policy.scratch = scratch;
  if constexpr (::cuda::std::is_void_v<Result>) {
    Algorithm::run(policy, arguments...);
  } else {
    ::new (static_cast<void*>(result)) Result(Algorithm::run(policy, arguments...));
  }
}

/// Memory for the duration of one algorithm.
class memory {
 public:
  memory(std::size_t bytes, bool host_may_use_it) {
    if (bytes == 0) return;
    throw_on_error(host_may_use_it ? cudaMallocManaged(&address_, bytes) : cudaMalloc(&address_, bytes),
                   "memory for an algorithm");
  }
  memory(const memory&) = delete;
  memory& operator=(const memory&) = delete;
  ~memory() { cudaFree(address_); }
  template <class T>
  T* as() const {
    return static_cast<T*>(address_);
  }

 private:
  void* address_ = nullptr;
};

template <class Derived>
void wait_for_kernel(execution_policy<Derived>& policy) {
  const cudaError_t launched = cudaGetLastError();
  throw_on_error(launched != cudaSuccess ? launched : cuda_cub::synchronize(policy), "an algorithm");
}

template <class Algorithm, class Derived, class... Arguments>
result_of<Algorithm, Arguments...> run_in_kernel(execution_policy<Derived>& policy, std::size_t scratch_bytes,
                                                 Arguments... arguments) {
  using Result = result_of<Algorithm, Arguments...>;
  const memory scratch(scratch_bytes, false);
  if constexpr (::cuda::std::is_void_v<Result>) {
    algorithm_kernel<Algorithm, void>
        <<<1, 1, 0, cuda_cub::stream(policy)>>>(nullptr, scratch.as<char>(), arguments...);
    wait_for_kernel(policy);
  } else {
    const memory result(sizeof(Result), true);
    algorithm_kernel<Algorithm>
        <<<1, 1, 0, cuda_cub::stream(policy)>>>(result.as<Result>(), scratch.as<char>(), arguments...);
    wait_for_kernel(policy);
    return *result.as<Result>();
  }
}

/// Runs an algorithm in a kernel when called from host code, and directly when called in a kernel.
/// `scratch_bytes` is for the former.
template <class Algorithm, class Derived, class... Arguments>
_CCCL_HOST_DEVICE result_of<Algorithm, Arguments...> run(execution_policy<Derived>& policy,
                                                         std::size_t scratch_bytes, Arguments... arguments) {
  // This must also be compiled in the device's half, which then contains the kernel.
  struct host_path {
    _CCCL_HOST static result_of<Algorithm, Arguments...> call(execution_policy<Derived>& policy,
                                                              std::size_t scratch_bytes,
                                                              Arguments... arguments) {
      return run_in_kernel<Algorithm>(policy, scratch_bytes, arguments...);
    }
  };
#ifdef __CUDA_ARCH__
  thrust::detail::seq_t sequential;
  return Algorithm::run(sequential, arguments...);
#else
  return host_path::call(policy, scratch_bytes, arguments...);
#endif
}

}  // namespace emulated
}  // namespace cuda_cub
THRUST_NAMESPACE_END

/// Defines an algorithm in device code as the sequential one of that name.
#define CUDA_EMULATOR_THRUST_SEQUENTIAL(name)                                         \
  namespace emulated {                                                                \
  struct name##_algorithm {                                                           \
    template <class Policy, class... Arguments>                                       \
    _CCCL_HOST_DEVICE static auto run(Policy& policy, Arguments... arguments)         \
        -> decltype(thrust::system::detail::sequential::name(policy, arguments...)) { \
      return thrust::system::detail::sequential::name(policy, arguments...);          \
    }                                                                                 \
  };                                                                                  \
  }

/// Defines every form of an algorithm that its sequential counterpart has and that allocates no memory.
#define CUDA_EMULATOR_THRUST_ALGORITHM(name)                                            \
  CUDA_EMULATOR_THRUST_SEQUENTIAL(name)                                                 \
  template <class Derived, class... Arguments>                                          \
  _CCCL_HOST_DEVICE emulated::result_of<emulated::name##_algorithm, Arguments...> name( \
      execution_policy<Derived>& policy, Arguments... arguments) {                      \
    return emulated::run<emulated::name##_algorithm>(policy, 0, arguments...);          \
  }
