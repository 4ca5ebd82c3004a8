#include <utility>

#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/include/cuda_emulator/symbols.h"
#include "runner/emulator/runtime/api/copy.hpp"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/order/copies.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/program/tables.hpp"
#include "runner/emulator/runtime/report/host_waits.hpp"

using cuda_emulator::check_waiting;
using cuda_emulator::copy;
using cuda_emulator::fill;
using cuda_emulator::note_host_wait;
using cuda_emulator::put_copy;
using cuda_emulator::record_error;

namespace {

bool are_devices(int one, int other) {
  const int count = cuda_emulator::device_count();
  return one >= 0 && one < count && other >= 0 && other < count;
}

// The arguments of a call that stand for its sides.
constexpr cuda_emulator::CopyNames first_and_second{"the destination (first argument)",
                                                    "the source (second argument)", true};
constexpr cuda_emulator::CopyNames first_and_third{"the destination (first argument)",
                                                   "the source (third argument)", true};

cudaError_t put_filling(cudaStream_t stream, void* address, std::size_t pitch, int byte,
                        std::size_t row_bytes, std::size_t rows, const void* code) {
  const auto work = [=] { return fill(address, pitch, byte, row_bytes, rows, code); };
  return cuda_emulator::put(stream, work, [&] {
    cuda_emulator::NodeWork node;
    node.type = cudaGraphNodeTypeMemset;
    node.filling = {address, pitch, static_cast<unsigned char>(byte), 1, row_bytes, rows};
    node.work = work;
    return node;
  });
}

/// The host waits for the copy only if it can access the memory.
cudaError_t fill_for_host(void* address, std::size_t pitch, int byte, std::size_t row_bytes, std::size_t rows,
                          const void* code) {
  if (const cudaError_t error = check_waiting(cudaStreamLegacy)) return record_error(error);
  const auto work = [=] { return record_error(fill(address, pitch, byte, row_bytes, rows, code)); };
  const bool may_be_late = cuda_emulator::Arena::instance().in_device_part(address);
  auto& works = cuda_emulator::PendingWorks::instance();
  if (may_be_late && works.leave_for_later(cuda_emulator::default_stream(), work)) return cudaSuccess;
  return work();
}

}  // namespace

// Work put into a stream is done immediately, unless it is captured. The other forms also wait for captured
// streams, which is impossible.

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  cuda_emulator::wait_and_show_device_output();
  const void* code = __builtin_return_address(0);
  note_host_wait(code);
  if (const cudaError_t error = check_waiting(cudaStreamLegacy)) return record_error(error);
  return record_error(copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, code));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  // The call reads pageable memory before it returns, or waits until the data has arrived there.
  const bool may_be_late = !cuda_emulator::is_pageable(to) && !cuda_emulator::is_pageable(from);
  return record_error(put_copy(
      stream, [=] { return copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, code); }, may_be_late));
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind) {
  cuda_emulator::wait_and_show_device_output();
  const void* code = __builtin_return_address(0);
  note_host_wait(code);
  if (const cudaError_t error = check_waiting(cudaStreamLegacy)) return record_error(error);
  return record_error(copy({to, to_pitch, from, from_pitch, row_bytes, rows, first_and_third}, kind, code));
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  return record_error(put_copy(stream, [=] {
    return copy({to, to_pitch, from, from_pitch, row_bytes, rows, first_and_third}, kind, code);
  }));
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes) {
  const void* code = __builtin_return_address(0);
  if (!are_devices(to_device, from_device)) return record_error(cudaErrorInvalidDevice);
  return record_error(copy({to, 0, from, 0, bytes, 1}, cudaMemcpyDeviceToDevice, code));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  if (!are_devices(to_device, from_device)) return record_error(cudaErrorInvalidDevice);
  return record_error(
      put_copy(stream, [=] { return copy({to, 0, from, 0, bytes, 1}, cudaMemcpyDeviceToDevice, code); }));
}

cudaError_t cudaMemset(void* address, int byte, std::size_t bytes) {
  return fill_for_host(address, 0, byte, bytes, 1, __builtin_return_address(0));
}

cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t stream) {
  return record_error(put_filling(stream, address, 0, byte, bytes, 1, __builtin_return_address(0)));
}

cudaError_t cudaMemset2D(void* address, std::size_t pitch, int byte, std::size_t row_bytes,
                         std::size_t rows) {
  return fill_for_host(address, pitch, byte, row_bytes, rows, __builtin_return_address(0));
}

cudaError_t cudaMemset2DAsync(void* address, std::size_t pitch, int byte, std::size_t row_bytes,
                              std::size_t rows, cudaStream_t stream) {
  return record_error(
      put_filling(stream, address, pitch, byte, row_bytes, rows, __builtin_return_address(0)));
}

cudaError_t cudaMemset3D(cudaPitchedPtr memory, int byte, cudaExtent extent) {
  return cudaMemset3DAsync(memory, byte, extent, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int byte, cudaExtent extent, cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  // Layers lie `ysize` rows apart.
  for (std::size_t layer = 0; layer < extent.depth; ++layer) {
    char* begin = static_cast<char*>(memory.ptr) + layer * memory.ysize * memory.pitch;
    const cudaError_t error =
        put_filling(stream, begin, memory.pitch, byte, extent.width, extent.height, code);
    if (error) return record_error(error);
  }
  return record_error(cudaSuccess);
}

namespace cuda_emulator {

// A symbol is the host's variable of a name; the device has a different one.

namespace {

thread_local bool next_copy_waits = false;  ///< as called by the header's synchronous form

template <class Copy>
cudaError_t put_symbol_copy(cudaStream_t stream, Copy copy) {
  const bool waits = std::exchange(next_copy_waits, false);
  const cudaError_t error = put_copy(stream, copy);
  if (waits) PendingWorks::instance().host_waits_for_stream(default_stream());
  return error;
}

}  // namespace

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return record_error(cudaErrorInvalidValue);
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  const void* code = __builtin_return_address(0);
  char* to = static_cast<char*>(variable->address()) + offset;
  return record_error(put_symbol_copy(stream, [=] { return copy({to, 0, from, 0, bytes, 1}, kind, code); }));
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return record_error(cudaErrorInvalidValue);
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  const void* code = __builtin_return_address(0);
  const char* from = static_cast<const char*>(variable->address()) + offset;
  return record_error(put_symbol_copy(stream, [=] { return copy({to, 0, from, 0, bytes, 1}, kind, code); }));
}

void before_synchronous_copy() {
  wait_and_show_device_output();
  note_host_wait(__builtin_return_address(0));
  PendingWorks::instance().host_waits_for_stream(default_stream());
  next_copy_waits = true;
}

cudaError_t get_symbol_address(void** address, const void* symbol) {
  if (!address) return record_error(cudaErrorInvalidValue);
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  *address = variable->address();
  return record_error(cudaSuccess);
}

cudaError_t get_symbol_size(std::size_t* bytes, const void* symbol) {
  if (!bytes) return record_error(cudaErrorInvalidValue);
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  *bytes = variable->bytes;
  return record_error(cudaSuccess);
}

}  // namespace cuda_emulator
