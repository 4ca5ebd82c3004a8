/// Table of error codes: name, value, text. The values are those of the public API.
#pragma once

#define CUDA_EMULATOR_ERRORS(ROW)                                                                            \
  ROW(cudaSuccess, 0, "no error")                                                                            \
  ROW(cudaErrorInvalidValue, 1, "invalid argument")                                                          \
  ROW(cudaErrorMemoryAllocation, 2, "out of memory")                                                         \
  ROW(cudaErrorInitializationError, 3, "initialization error")                                               \
  ROW(cudaErrorCudartUnloading, 4, "driver shutting down")                                                   \
  ROW(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                 \
  ROW(cudaErrorProfilerNotInitialized, 6, "profiler not initialized: call cudaProfilerInitialize()")         \
  ROW(cudaErrorProfilerAlreadyStarted, 7, "profiler already started")                                        \
  ROW(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")                                        \
  ROW(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                    \
  ROW(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                              \
  ROW(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                   \
  ROW(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                               \
  ROW(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                           \
  ROW(cudaErrorInvalidTexture, 18, "invalid texture reference")                                              \
  ROW(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                               \
  ROW(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                   \
  ROW(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                              \
  ROW(cudaErrorAddressOfConstant, 22, "invalid address of constant")                                         \
  ROW(cudaErrorTextureFetchFailed, 23, "fetch from texture failed")                                          \
  ROW(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")                         \
  ROW(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()")                                 \
  ROW(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")                \
  ROW(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for data type")               \
  ROW(cudaErrorMixedDeviceExecution, 28, "device emulation mode and device execution mode cannot be mixed")  \
  ROW(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                                         \
  ROW(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer value too large to fit in 32 bit")           \
  ROW(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                             \
  ROW(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")       \
  ROW(cudaErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver")        \
  ROW(cudaErrorInvalidSurface, 37, "invalid surface reference")                                              \
  ROW(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")              \
  ROW(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                       \
  ROW(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                       \
  ROW(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                  \
  ROW(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                                 \
  ROW(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                       \
  ROW(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                         \
  ROW(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")           \
  ROW(cudaErrorLaunchFileScopedTex, 66,                                                                      \
      "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)") \
  ROW(cudaErrorLaunchFileScopedSurf, 67,                                                                     \
      "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)") \
  ROW(cudaErrorSyncDepthExceeded, 68,                                                                        \
      "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth")       \
  ROW(cudaErrorLaunchPendingCountExceeded, 69,                                                               \
      "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount")                     \
  ROW(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                         \
  ROW(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                          \
  ROW(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                 \
  ROW(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                             \
  ROW(cudaErrorSoftwareValidityNotEstablished, 103, "integrity checks failed")                               \
  ROW(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                       \
  ROW(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                    \
  ROW(cudaErrorDeviceUninitialized, 201, "invalid device context")                                           \
  ROW(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                                \
  ROW(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                            \
  ROW(cudaErrorArrayIsMapped, 207, "array is mapped")                                                        \
  ROW(cudaErrorAlreadyMapped, 208, "resource already mapped")                                                \
  ROW(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")      \
  ROW(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                            \
  ROW(cudaErrorNotMapped, 211, "resource not mapped")                                                        \
  ROW(cudaErrorNotMappedAsArray, 212, "resource not mapped as array")                                        \
  ROW(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                                    \
  ROW(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                 \
  ROW(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                         \
  ROW(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")      \
  ROW(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")         \
  ROW(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                              \
  ROW(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                             \
  ROW(cudaErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution")         \
  ROW(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                               \
  ROW(cudaErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain.")   \
  ROW(cudaErrorJitCompilationDisabled, 223, "PTX JIT compilation was disabled")                              \
  ROW(cudaErrorUnsupportedExecAffinity, 224, "the provided execution affinity is not supported")             \
  ROW(cudaErrorUnsupportedDevSideSync, 225,                                                                  \
      "the provided PTX contains unsupported call to cudaDeviceSynchronize")                                 \
  ROW(cudaErrorContained, 226, "Invalid access of peer GPU memory over nvlink or a hardware error")          \
  ROW(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                         \
  ROW(cudaErrorFileNotFound, 301, "file not found")                                                          \
  ROW(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                            \
  ROW(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                           \
  ROW(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                 \
  ROW(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                        \
  ROW(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                  \
  ROW(cudaErrorLossyQuery, 402, "attempted introspection would be semantically lossy")                       \
  ROW(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                \
  ROW(cudaErrorNotReady, 600, "device not ready")                                                            \
  ROW(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                              \
  ROW(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                         \
  ROW(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                \
  ROW(cudaErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode")                  \
  ROW(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                              \
  ROW(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                \
  ROW(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                 \
  ROW(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                              \
  ROW(cudaErrorAssert, 710, "device-side assert triggered")                                                  \
  ROW(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                        \
  ROW(cudaErrorHostMemoryAlreadyRegistered, 712,                                                             \
      "part or all of the requested memory range is already mapped")                                         \
  ROW(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")    \
  ROW(cudaErrorHardwareStackError, 714, "hardware stack error")                                              \
  ROW(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                            \
  ROW(cudaErrorMisalignedAddress, 716, "misaligned address")                                                 \
  ROW(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")           \
  ROW(cudaErrorInvalidPc, 718, "invalid program counter")                                                    \
  ROW(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                             \
  ROW(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                      \
  ROW(cudaErrorTensorMemoryLeak, 721, "tensor memory not completely freed")                                  \
  ROW(cudaErrorNotPermitted, 800, "operation not permitted")                                                 \
  ROW(cudaErrorNotSupported, 801, "operation not supported")                                                 \
  ROW(cudaErrorSystemNotReady, 802, "system not yet initialized")                                            \
  ROW(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination") \
  ROW(cudaErrorCompatNotSupportedOnDevice, 804, "forward compatibility was attempted on non supported HW")   \
  ROW(cudaErrorMpsConnectionFailed, 805,                                                                     \
      "MPS client failed to connect to the MPS control daemon or the MPS server")                            \
  ROW(cudaErrorMpsRpcFailure, 806,                                                                           \
      "the remote procedural call between the MPS server and the MPS client failed")                         \
  ROW(cudaErrorMpsServerNotReady, 807, "MPS server is not ready to accept new MPS client requests")          \
  ROW(cudaErrorMpsMaxClientsReached, 808,                                                                    \
      "the hardware resources required to create MPS client have been exhausted")                            \
  ROW(cudaErrorMpsMaxConnectionsReached, 809,                                                                \
      "the hardware resources required to support device connections have been exhausted")                   \
  ROW(cudaErrorMpsClientTerminated, 810, "the MPS client has been terminated by the server")                 \
  ROW(cudaErrorCdpNotSupported, 811,                                                                         \
      "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it")     \
  ROW(cudaErrorCdpVersionMismatch, 812,                                                                      \
      "unsupported interaction between different versions of CUDA Dynamic Parallelism")                      \
  ROW(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")            \
  ROW(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")     \
  ROW(cudaErrorStreamCaptureMerge, 902, "operation would result in a merge of separate capture sequences")   \
  ROW(cudaErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began")          \
  ROW(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                             \
  ROW(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream")       \
  ROW(cudaErrorStreamCaptureImplicit, 906,                                                                   \
      "operation would make the legacy stream depend on a capturing blocking stream")                        \
  ROW(cudaErrorCapturedEvent, 907,                                                                           \
      "operation not permitted on an event last recorded in a capturing stream")                             \
  ROW(cudaErrorStreamCaptureWrongThread, 908,                                                                \
      "attempt to terminate a thread-local capture sequence from another thread")                            \
  ROW(cudaErrorTimeout, 909, "wait operation timed out")                                                     \
  ROW(cudaErrorGraphExecUpdateFailure, 910,                                                                  \
      "the graph update was not performed because it included changes which violated constraints specific "  \
      "to instantiated graph update")                                                                        \
  ROW(cudaErrorExternalDevice, 911, "an async error has occured in external entity outside of CUDA")         \
  ROW(cudaErrorInvalidClusterSize, 912,                                                                      \
      "a kernel launch error has occurred due to cluster misconfiguration")                                  \
  ROW(cudaErrorFunctionNotLoaded, 913,                                                                       \
      "the function handle is not loaded when calling an API that requires a loaded function")               \
  ROW(cudaErrorInvalidResourceType, 914,                                                                     \
      "one or more resources passed in are not valid resource types for the operation")                      \
  ROW(cudaErrorInvalidResourceConfiguration, 915,                                                            \
      "one or more resources are insufficient or non-applicable for the operation")                          \
  ROW(cudaErrorUnknown, 999, "unknown error")
