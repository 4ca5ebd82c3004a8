/// The words that CUDA adds to C++. A kernel is an ordinary
/// function here: what runs it, and how often, is launch.h's.
#pragma once

#define __CUDACC__ 1
#define __CUDA_EMULATOR__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000

#define __global__
#define __device__
#define __host__
#define __constant__
// Host code gives the addresses of these, and of these alone, to calls that need device memory.
#define __managed__ __attribute__((section("cuda_managed_variables")))
/// One block at a time lives on an OS thread, so what belongs to a block may belong to the thread.
#define __shared__ thread_local
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
// The standard library writes __attribute__((__noinline__)):
// only nothing fits there and before a function too.
#define __noinline__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __device_builtin__
#define __cudart_builtin__
#define CUDART_CB
#define CUDARTAPI
