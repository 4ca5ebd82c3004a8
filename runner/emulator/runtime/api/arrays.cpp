#include "runner/emulator/include/cuda_emulator/arrays.h"

#include <algorithm>

#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/runtime/api/copy.hpp"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/saturated.hpp"
#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/memory/array.hpp"

using namespace cuda_emulator;

namespace {

auto& arrays = *new Handles<cudaArray>;

/// A position in an array, whose rows are copied.
struct Place {
  char* data;
  std::size_t pitch;
};

Place place_in(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z = 0) {
  const std::size_t pitch = array->width * element_bytes(array->desc);
  return {array->data + (z * array->height + y) * pitch + x, pitch};
}

bool fits(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t row_bytes, std::size_t rows) {
  if (!is_live(array)) return false;
  const std::size_t all_bytes = array->width * element_bytes(array->desc),
                    all_rows = array->height * array->depth;
  return row_bytes <= all_bytes && x <= all_bytes - row_bytes && rows <= all_rows && y <= all_rows - rows;
}

cudaError_t to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                     std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind, const void* code) {
  if (!fits(to, x, y, row_bytes, rows)) return cudaErrorInvalidValue;
  const Place place = place_in(to, x, y);
  return copy({place.data, place.pitch, from, pitch, row_bytes, rows}, kind, code);
}

cudaError_t from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                       std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind, const void* code) {
  if (!fits(from, x, y, row_bytes, rows)) return cudaErrorInvalidValue;
  const Place place = place_in(from, x, y);
  return copy({to, pitch, place.data, place.pitch, row_bytes, rows}, kind, code);
}

/// The start of one layer on one side of a three-dimensional copy. Extents of arrays are in elements.
Place side(cudaArray_const_t array, const cudaPos& at, const cudaPitchedPtr& memory, std::size_t layer) {
  if (array) return place_in(array, at.x * element_bytes(array->desc), at.y, at.z + layer);
  char* data = static_cast<char*>(memory.ptr) + ((at.z + layer) * memory.ysize + at.y) * memory.pitch + at.x;
  return {data, memory.pitch};
}

cudaError_t make(cudaArray_t* array, const cudaChannelFormatDesc* desc, const cudaExtent& extent,
                 unsigned int flags, const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (!array || !desc || extent.width == 0) return cudaErrorInvalidValue;
  if (flags & ~(cudaArraySurfaceLoadStore | cudaArrayTextureGather)) {
    return record_error(cudaErrorNotSupported, code,
                        "the emulated device has no layered, cubic or sparse arrays");
  }
  const std::size_t height = std::max<std::size_t>(extent.height, 1),
                    depth = std::max<std::size_t>(extent.depth, 1);
  const std::size_t rows = saturated_product(height, depth);
  const std::size_t bytes = saturated_product(saturated_product(extent.width, rows), element_bytes(*desc));
  void* data = checked_memory().allocate(bytes, MemoryKind::device, code);
  if (!data) return cudaErrorMemoryAllocation;
  *array = arrays.make();
  **array = {static_cast<char*>(data), *desc, extent.width, height, depth, extent, flags};
  return cudaSuccess;
}

}  // namespace

bool cuda_emulator::is_live(cudaArray_const_t array) {
  return arrays.is_valid(array);
}

cudaError_t cuda_emulator::copy_box(const cudaMemcpy3DParms* p, const void* code) {
  if (!p) return cudaErrorInvalidValue;
  for (const cudaArray_const_t array : {p->dstArray, p->srcArray}) {
    if (array && !is_live(array)) return cudaErrorInvalidResourceHandle;
  }
  const cudaArray_const_t array = p->dstArray ? p->dstArray : p->srcArray;
  const std::size_t row_bytes = array ? p->extent.width * element_bytes(array->desc) : p->extent.width;
  for (std::size_t layer = 0; layer < p->extent.depth; ++layer) {
    const Place to = side(p->dstArray, p->dstPos, p->dstPtr, layer);
    const Place from = side(p->srcArray, p->srcPos, p->srcPtr, layer);
    const cudaError_t error =
        copy({to.data, to.pitch, from.data, from.pitch, row_bytes, p->extent.height}, p->kind, code);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width,
                            std::size_t height, unsigned int flags) {
  return record_error(make(array, desc, {width, height, 0}, flags, __builtin_return_address(0)));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags) {
  return record_error(make(array, desc, extent, flags, __builtin_return_address(0)));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  if (!array) return record_cleaning_up(cudaSuccess);
  cuda_emulator::wait_and_show_device_output();
  if (!is_live(array)) return record_cleaning_up(cudaErrorInvalidResourceHandle);
  checked_memory().release(array->data, __builtin_return_address(0));
  arrays.destroy(array);
  return record_cleaning_up(cudaSuccess);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  if (!is_live(array)) return record_error(cudaErrorInvalidResourceHandle);
  if (desc) *desc = array->desc;
  if (extent) *extent = array->asked_for;
  if (flags) *flags = array->flags;
  return record_error(cudaSuccess);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  if (!is_live(to)) return record_error(cudaErrorInvalidResourceHandle);
  const Place place = place_in(to, x, y);
  return record_error(copy({place.data, 0, from, 0, bytes, 1}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
  if (!is_live(from)) return record_error(cudaErrorInvalidResourceHandle);
  const Place place = place_in(from, x, y);
  return record_error(copy({to, 0, place.data, 0, bytes, 1}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t row_bytes, std::size_t rows,
                                cudaMemcpyKind kind) {
  return record_error(to_array(to, x, y, from, pitch, row_bytes, rows, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t row_bytes, std::size_t rows,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  return record_error(
      put_copy(stream, [=] { return to_array(to, x, y, from, pitch, row_bytes, rows, kind, code); }));
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t row_bytes, std::size_t rows,
                                  cudaMemcpyKind kind) {
  return record_error(from_array(to, pitch, from, x, y, row_bytes, rows, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return record_error(copy_box(parameters, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  const void* code = __builtin_return_address(0);
  return record_error(put_copy(stream, [box = *parameters, code] { return copy_box(&box, code); }));
}
