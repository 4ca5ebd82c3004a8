#pragma once

// What a table of variants needs to know of GPUs, whether CUDA is built in or not.

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/common/variant.hpp"

struct CUstream_st;  // a CUDA stream, so that tables can name it without CUDA's headers

/// What stands in a table: an expression where CUDA is built in, else null; the row's `supported` then says why.
#ifdef WARP_JUDGE_HAS_CUDA
#define WARP_JUDGE_WITH_CUDA(expression) (expression)
#else
#define WARP_JUDGE_WITH_CUDA(expression) nullptr
#endif

/// What stands there for what needs more than CUDA C++, which is all that the emulated GPU runs.
#ifdef WARP_JUDGE_EMULATED_GPU
#define WARP_JUDGE_WITH_REAL_GPU(expression) nullptr
#else
#define WARP_JUDGE_WITH_REAL_GPU(expression) WARP_JUDGE_WITH_CUDA(expression)
#endif

/// What stands there for what uses instructions of compute capability 9.0 alone, if the toolkit knows them.
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

/// A CUDA call or launch that failed; the message names the call, the error and what it means.
struct GpuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown where there is no GPU, or not one that the kernels are built for, or it has too little memory: the technique
/// cannot run here, as opposed to one that ran and failed.
struct GpuCannotRun : GpuError {
  using GpuError::GpuError;
};

/// Where the time of the host-level GPU functions of this process went, by the host's monotonic clock.
struct GpuPhases {
  std::int64_t start_up_ns = 0;  ///< the CUDA context, streams, device memory
  std::int64_t hidden_start_up_ns =
      0;  ///< of the context, while the program did something else; no part of the others
  std::int64_t copy_in_ns = 0;
  std::int64_t kernels_ns = 0;
  std::int64_t copy_out_ns = 0;
};

/// The sums so far. Host-level functions add to them; not for several threads at once.
GpuPhases& gpu_phases();

/// Whether there is a GPU that the kernels are built for. The first
/// call queries the driver, which takes tens of milliseconds.
Support gpu_supported();

/// Whether there is one of compute capability 9.0, neither older nor newer, and what is for it alone is built in.
Support hopper_supported();

/// Whether there is one of compute capability 8.0 or later: with asynchronous copies, TF32 and FP64 on tensor cores.
Support ampere_supported();

/// Whether there is a GPU that may be faster than this machine's
/// cores, which the emulated one, made of them, is not.
bool fast_gpu_supported();

/// Creates the CUDA context, which takes a few hundred milliseconds once a process; to be called from a
/// thread of its own while there is other work. Does nothing where there is no GPU: that is for
/// gpu_supported() to say.
void gpu_warm_up();

/// Has CUDA give this process one queue of work to the GPU, in place of eight, unless CUDA_DEVICE_MAX_CONNECTIONS
/// already says how many: each takes some 13 ms to create, and these techniques keep no more than a copy each way and a
/// kernel under way, which engines of their own carry out. To be called while the process has one thread, before CUDA
/// starts.
void gpu_start_with_one_queue();

/// The GPUs that techniques for several of them compute on, by CUDA's numbers. One that is named twice is two, which
/// share it. Empty, the default: all that have the compute capability of the first.
void set_gpu_devices(std::vector<int> devices);
std::vector<int> gpu_devices();

/// How much device memory the techniques that can work in parts may hold at once on a GPU; 0, the default: all
/// that is free. It does not limit the others.
void set_gpu_memory_budget(std::uint64_t bytes);
std::uint64_t gpu_memory_budget();

}  // namespace kernels
