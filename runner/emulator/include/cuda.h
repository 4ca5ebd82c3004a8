/// The driver API: queries, contexts, memory, streams and events. Calls that load and launch code at run time
/// are refused.
#pragma once

#define __cuda_cuda_h__
#define CUDA_VERSION CUDART_VERSION

#include "cuda_emulator/driver_errors.h"
#include "cuda_runtime.h"

enum cudaError_enum {
#define CUDA_EMULATOR_ROW(name, value) name = value,
  CUDA_EMULATOR_DRIVER_ERRORS(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
};
using CUresult = cudaError_enum;
enum CUdevice_attribute_enum {
#define CUDA_EMULATOR_ROW(name, driver_name, value) driver_name = value,
  CUDA_EMULATOR_DEVICE_ATTRIBUTES(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
};
using CUdevice_attribute = CUdevice_attribute_enum;

struct CUctx_st;
using CUdevice = int;
using CUcontext = CUctx_st*;
using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdeviceptr = unsigned long long;
using CUdevprop = cudaDeviceProp;
enum CUctx_flags_enum {
  CU_CTX_SCHED_AUTO = 0,
  CU_CTX_SCHED_SPIN = 1,
  CU_CTX_SCHED_YIELD = 2,
  CU_CTX_SCHED_BLOCKING_SYNC = 4,
  CU_CTX_MAP_HOST = 8,
};
enum CUstream_flags_enum { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum CUevent_flags_enum { CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2 };

extern "C" {
CUDA_EMULATOR_API_BEGIN
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int* version);
CUresult cuGetErrorName(CUresult error, const char** name);
CUresult cuGetErrorString(CUresult error, const char** text);

// The device.
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer);
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);

// Contexts: every one is that of the device.
CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext* context);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxSynchronize();

// Memory.
CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes);
CUresult cuMemFree(CUdeviceptr address);
CUresult cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);
CUresult cuMemAllocHost(void** address, std::size_t bytes);
CUresult cuMemFreeHost(void* address);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes);
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes);
CUresult cuMemsetD8(CUdeviceptr address, unsigned char byte, std::size_t count);

// Streams and events.
CUresult cuStreamCreate(CUstream* stream, unsigned int flags);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuEventCreate(CUevent* event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end);
}
/// The form of CUDA 13.
struct CUctxCreateParams;
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned int flags, CUdevice device) {
  return cuCtxCreate(context, flags, device);
}

#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSED("code that is loaded at run time") CUresult name(...);
struct CUDA_EMULATOR_REFUSED("code that is loaded at run time") CUmodule {};
struct CUDA_EMULATOR_REFUSED("code that is loaded at run time") CUfunction {};
struct CUDA_EMULATOR_REFUSED("code that is loaded at run time") CUlinkState {};
struct CUDA_EMULATOR_REFUSED("code that is loaded at run time") CUlibrary {};
CUDA_EMULATOR_ROW(cuModuleLoad)
CUDA_EMULATOR_ROW(cuModuleLoadData)
CUDA_EMULATOR_ROW(cuModuleLoadDataEx)
CUDA_EMULATOR_ROW(cuModuleGetFunction)
CUDA_EMULATOR_ROW(cuModuleGetGlobal)
CUDA_EMULATOR_ROW(cuModuleUnload)
CUDA_EMULATOR_ROW(cuLibraryLoadData)
CUDA_EMULATOR_ROW(cuLinkCreate)
CUDA_EMULATOR_ROW(cuLaunchKernel)
CUDA_EMULATOR_ROW(cuGetProcAddress)
#undef CUDA_EMULATOR_ROW
#define CUDA_EMULATOR_ROW(name) CUDA_EMULATOR_REFUSED("virtual memory management") CUresult name(...);
CUDA_EMULATOR_ROW(cuMemAddressReserve)
CUDA_EMULATOR_ROW(cuMemCreate)
CUDA_EMULATOR_ROW(cuMemMap)
CUDA_EMULATOR_ROW(cuMemSetAccess)
CUDA_EMULATOR_ROW(cuMemGetAllocationGranularity)
#undef CUDA_EMULATOR_ROW
CUDA_EMULATOR_REFUSED("tensor maps") CUresult cuTensorMapEncodeTiled(...);
struct CUDA_EMULATOR_REFUSED("tensor maps") CUtensorMap {};

CUDA_EMULATOR_API_END
