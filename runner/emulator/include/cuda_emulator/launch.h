/// Starting a kernel: what `kernel<<<grid, block, shared, stream>>>(arguments)` is lowered to.
#pragma once

#include <cstddef>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../vector_types.h"

struct CUstream_st;
using cudaStream_t = CUstream_st*;

namespace cuda_emulator {

/// What stands between `<<<` and `>>>`.
struct LaunchShape {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  const void* site = nullptr;  ///< the code of the launch, if that is not what calls launch()

  LaunchShape(dim3 grid_extent, dim3 block_extent, std::size_t dynamic_shared_bytes = 0,
              cudaStream_t in_stream = nullptr)
      : grid(grid_extent), block(block_extent), shared_bytes(dynamic_shared_bytes), stream(in_stream) {}
};

/// Room for the arguments of the next launch of this host thread.
/// Kernels may read it, as they may not the host's memory.
void* parameter_memory(std::size_t bytes);

/// Runs `call(parameters)` once for every thread of the grid, or records the error for cudaGetLastError().
void launch_grid(const char* kernel_name, const LaunchShape& shape, void (*call)(void*), void* parameters);

/// Starts the kernel that `call` calls with `arguments`, which are copied once, now, as CUDA does.
template <class Call, class... Arguments>
void launch(const char* kernel_name, const LaunchShape& shape, Call call, Arguments&&... arguments) {
  struct Parameters {
    Call call;
    std::tuple<std::decay_t<Arguments>...> arguments;
  };
  void* memory = parameter_memory(sizeof(Parameters));
  auto* parameters = new (memory) Parameters{call, {std::forward<Arguments>(arguments)...}};
  launch_grid(
      kernel_name, shape,
      [](void* erased) {
        auto& [kernel, values] = *static_cast<Parameters*>(erased);
        std::apply(kernel, values);
      },
      parameters);
  parameters->~Parameters();
}

/// The dynamic shared memory of the block that this thread belongs to, aligned to 1024 bytes.
void* dynamic_shared_memory();

}  // namespace cuda_emulator
