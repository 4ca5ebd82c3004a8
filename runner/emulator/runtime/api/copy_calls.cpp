#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/include/cuda_emulator/symbols.h"
#include "runner/emulator/runtime/api/copy.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"

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
  return record_error(copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return record_error(copy({to, 0, from, 0, bytes, 1, first_and_second}, kind, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t row_bytes, std::size_t rows, cudaMemcpyKind kind) {
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

// A symbol is a variable of the program. It counts as the host's here, since calls that need device memory
// are not to be given its name, as a GPU's program has another variable of that name on the host.

cudaError_t copy_to_symbol(void* symbol, std::size_t symbol_bytes, const void* from, std::size_t bytes,
                           std::size_t offset, cudaMemcpyKind kind) {
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) return record_error(cudaErrorInvalidValue);
  const bool from_device = kind == cudaMemcpyDeviceToDevice;
  if (!from_device && kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  if (kind != cudaMemcpyDefault) kind = from_device ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
  return record_error(
      copy({static_cast<char*>(symbol) + offset, 0, from, 0, bytes, 1}, kind, __builtin_return_address(0)));
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t symbol_bytes, std::size_t bytes,
                             std::size_t offset, cudaMemcpyKind kind) {
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) return record_error(cudaErrorInvalidValue);
  const bool to_device = kind == cudaMemcpyDeviceToDevice;
  if (!to_device && kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDefault) {
    return record_error(cudaErrorInvalidMemcpyDirection);
  }
  if (kind != cudaMemcpyDefault) kind = to_device ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost;
  return record_error(copy({to, 0, static_cast<const char*>(symbol) + offset, 0, bytes, 1}, kind,
                           __builtin_return_address(0)));
}

cudaError_t get_symbol_address(void** address, void* symbol, std::size_t bytes) {
  if (!address) return record_error(cudaErrorInvalidValue);
  register_host_memory(symbol, bytes);
  *address = symbol;
  return record_error(cudaSuccess);
}

}  // namespace cuda_emulator
