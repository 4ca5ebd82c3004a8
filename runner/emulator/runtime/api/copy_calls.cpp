#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/include/cuda_emulator/symbols.h"
#include "runner/emulator/runtime/api/copy.hpp"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

using cuda_emulator::copy;
using cuda_emulator::fill;
using cuda_emulator::record_error;

namespace {

// Which arguments they are.
constexpr cuda_emulator::CopyNames first_and_second{"the destination (first argument)",
                                                    "the source (second argument)", true};
constexpr cuda_emulator::CopyNames first_and_third{"the destination (first argument)",
                                                   "the source (third argument)", true};

}  // namespace

// In the order of its stream, and each stream is done at once: the asynchronous forms are the same.

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  cuda_emulator::show_device_output();
  return record_error(copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return record_error(copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind) {
  cuda_emulator::show_device_output();
  return record_error(copy({to, to_pitch, from, from_pitch, row_bytes, rows, first_and_third}, kind,
                           __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind, cudaStream_t) {
  return record_error(copy({to, to_pitch, from, from_pitch, row_bytes, rows, first_and_third}, kind,
                           __builtin_return_address(0)));
}

cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return record_error(
      copy({to, 0, from, 0, bytes, 1}, cudaMemcpyDeviceToDevice, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t) {
  return record_error(
      copy({to, 0, from, 0, bytes, 1}, cudaMemcpyDeviceToDevice, __builtin_return_address(0)));
}

cudaError_t cudaMemset(void* address, int byte, std::size_t bytes) {
  return record_error(fill(address, 0, byte, bytes, 1, __builtin_return_address(0)));
}

cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t) {
  return record_error(fill(address, 0, byte, bytes, 1, __builtin_return_address(0)));
}

cudaError_t cudaMemset2D(void* address, std::size_t pitch, int byte, std::size_t row_bytes,
                         std::size_t rows) {
  return record_error(fill(address, pitch, byte, row_bytes, rows, __builtin_return_address(0)));
}

cudaError_t cudaMemset2DAsync(void* address, std::size_t pitch, int byte, std::size_t row_bytes,
                              std::size_t rows, cudaStream_t) {
  return record_error(fill(address, pitch, byte, row_bytes, rows, __builtin_return_address(0)));
}

namespace cuda_emulator {

// A symbol is the host's variable of a name; the device has another one.

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  show_device_output();
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return record_error(cudaErrorInvalidValue);
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  return record_error(copy({static_cast<char*>(variable->address()) + offset, 0, from, 0, bytes, 1}, kind,
                           __builtin_return_address(0)));
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  show_device_output();
  const VariableRow* variable = variable_of(symbol);
  if (!variable) return record_error(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return record_error(cudaErrorInvalidValue);
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  return record_error(copy({to, 0, static_cast<const char*>(variable->address()) + offset, 0, bytes, 1}, kind,
                           __builtin_return_address(0)));
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
