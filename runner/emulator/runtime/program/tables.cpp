#include "runner/emulator/runtime/program/tables.hpp"

#include <cstring>
#include <map>

#include "runner/emulator/include/vector_types.h"
#include "runner/emulator/runtime/memory/host_registrations.hpp"

using cuda_emulator::KernelRow;
using cuda_emulator::VariableRow;

extern "C" {
// The sections named by the front end; null if the program has none.
[[gnu::weak]] extern const KernelRow __start_cuda_kernels[], __stop_cuda_kernels[];
[[gnu::weak]] extern const VariableRow __start_cuda_variables[], __stop_cuda_variables[];
}

namespace cuda_emulator {
namespace {

// What the host's half has registered before main, in one thread.
std::map<const void*, const KernelRow*>& kernels() {
  static std::map<const void*, const KernelRow*> map;
  return map;
}
std::map<const void*, const VariableRow*>& variables() {
  static std::map<const void*, const VariableRow*> map;
  return map;
}

template <class Row>
const Row* find(std::span<const Row> rows, const char* module, const char* name) {
  for (const Row& row : rows) {
    if (std::strcmp(row.name, name) == 0 && std::strcmp(row.module, module) == 0) return &row;
  }
  return nullptr;
}

template <class Map>
auto looked_up(const Map& map, const void* key) -> typename Map::mapped_type {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : found->second;
}

}  // namespace

std::span<const KernelRow> kernel_rows() {
  return {__start_cuda_kernels, __stop_cuda_kernels};
}
std::span<const VariableRow> variable_rows() {
  return {__start_cuda_variables, __stop_cuda_variables};
}
const KernelRow* kernel_of(const void* stub) {
  return looked_up(kernels(), stub);
}
const VariableRow* variable_of(const void* shadow) {
  if (const VariableRow* row = looked_up(variables(), shadow)) return row;
  for (const VariableRow& row : variable_rows()) {
    // A variable that the host only declares belongs to the device.
    if (row.kind != VariableKind::shared && row.address() == shadow) return &row;
  }
  return nullptr;
}

}  // namespace cuda_emulator

// The functions that clang makes the host's half of a program call before main.
extern "C" {

/// A binary that contains the name of the device's half instead of GPU code.
struct FatBinary {
  int magic, version;
  const char* module;
  const void* unused;
};

void** __cudaRegisterFatBinary(const FatBinary* binary) {
  return reinterpret_cast<void**>(const_cast<char*>(binary->module));
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}

void __cudaRegisterFunction(void** module, const void* stub, char*, const char* name, int, uint3*, uint3*,
                            dim3*, dim3*, int*) {
  const auto* row =
      cuda_emulator::find(cuda_emulator::kernel_rows(), reinterpret_cast<const char*>(module), name);
  if (row) cuda_emulator::kernels()[stub] = row;
}

void __cudaRegisterVar(void** module, const void* shadow, char*, const char* name, int, std::size_t, int,
                       int) {
  const auto* row =
      cuda_emulator::find(cuda_emulator::variable_rows(), reinterpret_cast<const char*>(module), name);
  if (!row) return;
  cuda_emulator::variables()[shadow] = row;
  if (row->kind != cuda_emulator::VariableKind::managed) return;
  std::memcpy(row->address(), row->initial, row->bytes);
  cuda_emulator::register_host_memory(row->address(), row->bytes);
}
}
