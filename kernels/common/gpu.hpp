#pragma once

// What a table of variants needs to know about GPUs, whether CUDA is built in or not.

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/common/variant.hpp"

struct CUstream_st;  // a CUDA stream, so that tables can name it without CUDA's headers

/// A table's entry: an expression if CUDA is built in, otherwise null; the row's `supported` then gives the
/// reason.
#ifdef WARP_JUDGE_HAS_CUDA
#define WARP_JUDGE_WITH_CUDA(expression) (expression)
#else
#define WARP_JUDGE_WITH_CUDA(expression) nullptr
#endif

/// A table's entry for a technique that needs more than CUDA C++, which is all that the emulated GPU runs.
#ifdef WARP_JUDGE_EMULATED_GPU
#define WARP_JUDGE_WITH_REAL_GPU(expression) nullptr
#else
#define WARP_JUDGE_WITH_REAL_GPU(expression) WARP_JUDGE_WITH_CUDA(expression)
#endif

/// A table's entry for a technique that uses instructions of compute capability 9.0 only, if the toolkit
/// knows them.
#ifdef WARP_JUDGE_HAS_HOPPER
#define WARP_JUDGE_WITH_HOPPER(expression) (expression)
#else
#define WARP_JUDGE_WITH_HOPPER(expression) nullptr
#endif

namespace kernels {

/// Whether this source is compiled for the GPU made of CPU threads, which is always present, and slow.
#ifdef WARP_JUDGE_EMULATED_GPU
constexpr bool gpu_is_emulated = true;
#else
constexpr bool gpu_is_emulated = false;
#endif

using GpuStream = CUstream_st*;

/// A failed CUDA call or launch; the message names the call, the error and its meaning.
struct GpuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if there is no GPU, or none that the kernels are built for, or too little memory: the technique
/// cannot run here, as opposed to one that ran and failed.
struct GpuCannotRun : GpuError {
  using GpuError::GpuError;
};

/// How the host-level GPU functions of this process spent their time, by the host's monotonic clock.
struct GpuPhases {
  std::int64_t start_up_ns = 0;  ///< the CUDA context, streams, device memory
  std::int64_t hidden_start_up_ns =
      0;  ///< of the context, while the program did something else; not part of the others
  std::int64_t copy_in_ns = 0;
  std::int64_t kernels_ns = 0;
  std::int64_t copy_out_ns = 0;
};

/// The totals so far, to which host-level functions add. Not thread-safe.
GpuPhases& gpu_phases();

/// Whether there is a GPU that the kernels are built for. The first
/// call queries the driver, which takes tens of milliseconds.
Support gpu_supported();

/// Whether there is a GPU of exactly compute capability 9.0, and the code for it is built in.
Support hopper_supported();

/// Whether there is a GPU of compute capability 8.0 or later, with asynchronous copies, and TF32 and FP64 on
/// tensor cores.
Support ampere_supported();

/// Whether there is a GPU that may be faster than this machine's cores. The emulated one, made of them, is
/// not.
bool fast_gpu_supported();

/// Creates the CUDA context, which takes a few hundred milliseconds once per process. Call it from a separate
/// thread while there is other work. Does nothing if there is no GPU, which gpu_supported() reports.
void gpu_warm_up();

/// Makes CUDA give this process one queue of work to the GPU instead of eight, unless
/// CUDA_DEVICE_MAX_CONNECTIONS already sets the number. Each queue takes some 13 ms to create, and these
/// techniques have at most a copy in each direction and a kernel in progress, which separate engines execute.
/// Call it while the process has one thread, before CUDA starts.
void gpu_start_with_one_queue();

/// The GPUs that multi-GPU techniques use, by CUDA's numbers. A GPU that is named twice counts as two, which
/// share it. Empty, the default, means all that have the compute capability of the first.
void set_gpu_devices(std::vector<int> devices);
std::vector<int> gpu_devices();

/// How much device memory the techniques that can work in parts may hold at once on a GPU; 0, the default,
/// means all that is free. Other techniques are not limited.
void set_gpu_memory_budget(std::uint64_t bytes);
std::uint64_t gpu_memory_budget();

}  // namespace kernels
