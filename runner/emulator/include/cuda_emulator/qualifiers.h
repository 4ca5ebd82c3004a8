/// The keywords that CUDA adds to C++. Where no CUDA is compiled, as in the runtime, they expand to nothing.
#pragma once

// As defined by nvcc 13.0.
#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDA_EMULATOR__ 1
#define CCCL_DISABLE_NVTX 1        // CUB cannot be profiled here
#ifdef __CUDACC_EXTENDED_LAMBDA__  // libcu++ asks for lambdas of which nvcc's host code knows too little: none here
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(type) false
#endif

#ifdef __CUDA__  // clang's own attributes
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((device, section("cuda_managed_variables")))
// Only the number of threads, the first value, has an effect here.
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Marks all functions in between as functions of the device, or of both sides, as if each was declared so.
#define CUDA_EMULATOR_DEVICE_CODE_BEGIN \
  _Pragma("clang attribute push(__attribute__((device)), apply_to = function)")
#define CUDA_EMULATOR_DEVICE_CODE_END _Pragma("clang attribute pop")
#define CUDA_EMULATOR_COMMON_CODE_BEGIN _Pragma("clang force_cuda_host_device begin")
#define CUDA_EMULATOR_COMMON_CODE_END _Pragma("clang force_cuda_host_device end")
// Declares a device function that host code may name while the device's half is compiled, as with nvcc:
// there, a macro that tests __CUDA_ARCH__ has chosen it.
#ifdef __CUDA_ARCH__
#define CUDA_EMULATOR_CHOSEN_CODE_BEGIN CUDA_EMULATOR_COMMON_CODE_BEGIN
#define CUDA_EMULATOR_CHOSEN_CODE_END CUDA_EMULATOR_COMMON_CODE_END
#else
#define CUDA_EMULATOR_CHOSEN_CODE_BEGIN CUDA_EMULATOR_DEVICE_CODE_BEGIN
#define CUDA_EMULATOR_CHOSEN_CODE_END CUDA_EMULATOR_DEVICE_CODE_END
#endif
#else
#define __global__
#define __device__
#define __host__
#define __constant__
#define __launch_bounds__(...)
#define CUDA_EMULATOR_DEVICE_CODE_BEGIN
#define CUDA_EMULATOR_DEVICE_CODE_END
#define CUDA_EMULATOR_COMMON_CODE_BEGIN
#define CUDA_EMULATOR_COMMON_CODE_END
#define CUDA_EMULATOR_CHOSEN_CODE_BEGIN
#define CUDA_EMULATOR_CHOSEN_CODE_END
#endif
// Calls from host code are never compiled as tail calls, so that a finding has the line of the call.
#if defined(__CUDA__) && !defined(__CUDA_ARCH__)
#define CUDA_EMULATOR_API_BEGIN \
  _Pragma("clang attribute push(__attribute__((not_tail_called)), apply_to = function)")
#define CUDA_EMULATOR_API_END _Pragma("clang attribute pop")
#else
#define CUDA_EMULATOR_API_BEGIN
#define CUDA_EMULATOR_API_END
#endif
#define __grid_constant__
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
// The standard library writes __attribute__((__noinline__)). Only an empty macro fits both there and before a
// function.
#define __noinline__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __device_builtin__
#define __cudart_builtin__
#define CUDART_CB
#define CUDARTAPI
