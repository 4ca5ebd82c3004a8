/// THE table of error codes: name, value, text. The values are those of the public API.
#pragma once

#define CUDA_EMULATOR_ERRORS(ROW)                                                                         \
  ROW(cudaSuccess, 0, "no error")                                                                         \
  ROW(cudaErrorInvalidValue, 1, "invalid argument")                                                       \
  ROW(cudaErrorMemoryAllocation, 2, "out of memory")                                                      \
  ROW(cudaErrorInitializationError, 3, "initialization error")                                            \
  ROW(cudaErrorCudartUnloading, 4, "driver shutting down")                                                \
  ROW(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")              \
  ROW(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                 \
  ROW(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                           \
  ROW(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                \
  ROW(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                            \
  ROW(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                        \
  ROW(cudaErrorInvalidTexture, 18, "invalid texture reference")                                           \
  ROW(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                            \
  ROW(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                \
  ROW(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                           \
  ROW(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")             \
  ROW(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for data type")            \
  ROW(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")    \
  ROW(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")               \
  ROW(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                    \
  ROW(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")        \
  ROW(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                      \
  ROW(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                       \
  ROW(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                              \
  ROW(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                    \
  ROW(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                 \
  ROW(cudaErrorDeviceUninitialized, 201, "invalid device context")                                        \
  ROW(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")   \
  ROW(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                              \
  ROW(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")      \
  ROW(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                           \
  ROW(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                      \
  ROW(cudaErrorFileNotFound, 301, "file not found")                                                       \
  ROW(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")              \
  ROW(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                     \
  ROW(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")               \
  ROW(cudaErrorSymbolNotFound, 500, "named symbol not found")                                             \
  ROW(cudaErrorNotReady, 600, "device not ready")                                                         \
  ROW(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                           \
  ROW(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                      \
  ROW(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                             \
  ROW(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                           \
  ROW(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                             \
  ROW(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")              \
  ROW(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                           \
  ROW(cudaErrorAssert, 710, "device-side assert triggered")                                               \
  ROW(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                     \
  ROW(cudaErrorHostMemoryAlreadyRegistered, 712,                                                          \
      "part or all of the requested memory range is already mapped")                                      \
  ROW(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region") \
  ROW(cudaErrorHardwareStackError, 714, "hardware stack error")                                           \
  ROW(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                         \
  ROW(cudaErrorMisalignedAddress, 716, "misaligned address")                                              \
  ROW(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")        \
  ROW(cudaErrorInvalidPc, 718, "invalid program counter")                                                 \
  ROW(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                          \
  ROW(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                   \
  ROW(cudaErrorNotPermitted, 800, "operation not permitted")                                              \
  ROW(cudaErrorNotSupported, 801, "operation not supported")                                              \
  ROW(cudaErrorUnknown, 999, "unknown error")
