/// Memory: allocating, freeing, filling and copying it. Sizes and pitches are in bytes.
#pragma once

#include <cstddef>

#include "../driver_types.h"

// Device memory.
cudaError_t cudaMalloc(void** address, std::size_t bytes);
cudaError_t cudaFree(void* address);
cudaError_t cudaMallocAsync(void** address, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* address, cudaStream_t stream);
/// Allocates rows that start `*pitch` bytes apart.
cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows);
cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent);
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);

// Memory that the host and the device use.
cudaError_t cudaMallocManaged(void** address, std::size_t bytes, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void** address, std::size_t bytes);
cudaError_t cudaMallocHost(void** address, std::size_t bytes, unsigned int flags);
cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* address);
cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* address);
cudaError_t cudaHostGetDevicePointer(void** on_device, void* on_host, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* address);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address);
cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t bytes, int device,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* address, std::size_t bytes, cudaMemoryAdvise advice, int device);
// The forms of CUDA 13.
inline cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t bytes, cudaMemLocation location,
                                        unsigned int, cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(address, bytes, location.id, stream);
}
inline cudaError_t cudaMemAdvise(const void* address, std::size_t bytes, cudaMemoryAdvise advice,
                                 cudaMemLocation location) {
  return cudaMemAdvise(address, bytes, advice, location.id);
}
cudaError_t cudaMemRangeGetAttribute(void* value, std::size_t value_bytes, cudaMemRangeAttribute attribute,
                                     const void* address, std::size_t bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* address, std::size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle);

// Copies.
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream = nullptr);

// Filling.
cudaError_t cudaMemset(void* address, int byte, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* address, std::size_t pitch, int byte, std::size_t row_bytes, std::size_t rows);
cudaError_t cudaMemset2DAsync(void* address, std::size_t pitch, int byte, std::size_t row_bytes,
                              std::size_t rows, cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent,
                              cudaStream_t stream = nullptr);

// Overloads for a pointer to any type.
template <class T>
cudaError_t cudaMalloc(T** address, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(address), bytes);
}
template <class T>
cudaError_t cudaMallocAsync(T** address, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(address), bytes, stream);
}
template <class T>
cudaError_t cudaMallocPitch(T** address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows) {
  return cudaMallocPitch(reinterpret_cast<void**>(address), pitch, row_bytes, rows);
}
template <class T>
cudaError_t cudaMallocManaged(T** address, std::size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(address), bytes, flags);
}
template <class T>
cudaError_t cudaMallocHost(T** address, std::size_t bytes, unsigned int flags = cudaHostAllocDefault) {
  return cudaMallocHost(reinterpret_cast<void**>(address), bytes, flags);
}
template <class T>
cudaError_t cudaHostAlloc(T** address, std::size_t bytes, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(address), bytes, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** on_device, void* on_host, unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(on_device), on_host, flags);
}

inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) {
  return {x, y, z};
}
inline cudaPitchedPtr make_cudaPitchedPtr(void* memory, std::size_t pitch, std::size_t row_bytes,
                                          std::size_t rows) {
  return {memory, pitch, row_bytes, rows};
}
