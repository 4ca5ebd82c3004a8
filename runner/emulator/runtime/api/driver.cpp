// Implements the driver API by the runtime's calls.
#include <cstdio>
#include <cstring>

#include "runner/emulator/include/cuda.h"
#include "runner/emulator/runtime/api/device_facts.hpp"

struct CUctx_st {};

namespace {

CUctx_st the_context;
thread_local CUcontext current = nullptr;

/// An error has the same number in both APIs.
CUresult result(cudaError_t error) {
  return static_cast<CUresult>(error);
}

CUresult check_driver_device(CUdevice device) {
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

template <class T>
CUresult give_value(T* to, T value) {
  if (!to) return CUDA_ERROR_INVALID_VALUE;
  *to = value;
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned int flags) {
  return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  return give_value(version, CUDA_VERSION);
}

CUresult cuGetErrorName(CUresult error, const char** name) {
  switch (error) {
#define CUDA_EMULATOR_ROW(row, value) \
  case row:                           \
    return give_value(name, #row);
    CUDA_EMULATOR_DRIVER_ERRORS(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
  }
  if (name) *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  const char* name = nullptr;
  const bool is_known = cuGetErrorName(error, &name) == CUDA_SUCCESS;
  if (text) *text = is_known ? cudaGetErrorString(static_cast<cudaError_t>(error)) : nullptr;
  return is_known && text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return ordinal == 0 ? give_value(device, 0) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* count) {
  return give_value(count, 1);
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (!name || length <= 0) return CUDA_ERROR_INVALID_VALUE;
  std::snprintf(name, static_cast<std::size_t>(length), "%s", cuda_emulator::device_properties().name);
  return check_driver_device(device);
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  const CUresult given = give_value(uuid, cuda_emulator::device_properties().uuid);
  return given ? given : check_driver_device(device);
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  const CUresult given = give_value(bytes, cuda_emulator::device_properties().totalGlobalMem);
  return given ? given : check_driver_device(device);
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  const CUresult given =
      give_value(value, cuda_emulator::device_attribute(static_cast<cudaDeviceAttr>(attribute)));
  return given ? given : check_driver_device(device);
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (!major || !minor) return CUDA_ERROR_INVALID_VALUE;
  *major = cuda_emulator::device_properties().major;
  *minor = cuda_emulator::device_properties().minor;
  return check_driver_device(device);
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) {
  return give_value(can, 0);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return device == 0 ? give_value(context, &the_context) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return check_driver_device(device);
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return device == 0 ? result(cudaDeviceReset()) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuCtxCreate(CUcontext* context, unsigned int, CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  current = &the_context;
  return give_value(context, &the_context);
}
CUresult cuCtxDestroy(CUcontext context) {
  if (context == current) current = nullptr;
  return context == &the_context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  return give_value(context, current);
}
CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  return cuCtxSetCurrent(context);
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (context) *context = current;
  current = nullptr;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  return current ? give_value(device, 0) : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuCtxSynchronize() {
  return result(cudaDeviceSynchronize());
}

CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  if (!address || !bytes) return CUDA_ERROR_INVALID_VALUE;
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, bytes);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  return result(error);
}
CUresult cuMemFree(CUdeviceptr address) {
  return result(cudaFree(pointer(address)));
}
CUresult cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return result(cudaMemGetInfo(free_bytes, total_bytes));
}
CUresult cuMemAllocHost(void** address, std::size_t bytes) {
  return result(cudaMallocHost(address, bytes));
}
CUresult cuMemFreeHost(void* address) {
  return result(cudaFreeHost(address));
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  return result(cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  return result(cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return result(cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice));
}
CUresult cuMemsetD8(CUdeviceptr address, unsigned char byte, std::size_t count) {
  return result(cudaMemset(pointer(address), byte, count));
}

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return result(cudaStreamCreateWithFlags(stream, flags));
}
CUresult cuStreamDestroy(CUstream stream) {
  return result(cudaStreamDestroy(stream));
}
CUresult cuStreamSynchronize(CUstream stream) {
  return result(cudaStreamSynchronize(stream));
}
CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return result(cudaEventCreateWithFlags(event, flags));
}
CUresult cuEventDestroy(CUevent event) {
  return result(cudaEventDestroy(event));
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
  return result(cudaEventRecord(event, stream));
}
CUresult cuEventSynchronize(CUevent event) {
  return result(cudaEventSynchronize(event));
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
  return result(cudaEventElapsedTime(milliseconds, begin, end));
}
}
