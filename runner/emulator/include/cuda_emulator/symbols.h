/// Variables declared `__device__`, `__constant__` or `__managed__`. The host has a variable of each name,
/// too, by whose address the device's is found.
#pragma once

#include <cstddef>

#include "../driver_types.h"

namespace cuda_emulator {

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream);
/// Kernels' output appears when a copy makes the host wait.
void before_synchronous_copy();
cudaError_t get_symbol_address(void** address, const void* symbol);
cudaError_t get_symbol_size(std::size_t* bytes, const void* symbol);

/// The variable's address without its const and volatile.
template <class T>
const void* symbol_address(const T& symbol) {
  return const_cast<const void*>(reinterpret_cast<const volatile void*>(&symbol));
}

}  // namespace cuda_emulator

template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                    std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
  return cuda_emulator::copy_to_symbol(cuda_emulator::symbol_address(symbol), from, bytes, offset, kind,
                                       stream);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  cuda_emulator::before_synchronous_copy();
  return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
  return cuda_emulator::copy_from_symbol(to, cuda_emulator::symbol_address(symbol), bytes, offset, kind,
                                         stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  cuda_emulator::before_synchronous_copy();
  return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return cuda_emulator::get_symbol_address(address, cuda_emulator::symbol_address(symbol));
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return cuda_emulator::get_symbol_size(bytes, cuda_emulator::symbol_address(symbol));
}
