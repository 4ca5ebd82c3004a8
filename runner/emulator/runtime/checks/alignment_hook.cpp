// Defines what device code calls when a pointer is less aligned than its type requires, when a program is
// compiled with -fsanitize=alignment. It covers types of 16 bytes, which the access hooks may see only in
// parts. The names and layouts are those of the undefined behaviour sanitizer, whose library is not linked.
#include <cstdint>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/checks/alignment_check.hpp"

using cuda_emulator::Arena;
using cuda_emulator::ByteState;
using cuda_emulator::Worker;

namespace {

struct AlignedType {
  std::uint16_t kind, info;
  char name[1];  ///< in quotes, ended by 0
};

struct TypeMismatch {
  const char* file;
  std::uint32_t line, column;
  const AlignedType* type;
  std::uint8_t alignment_logarithm;
  std::uint8_t use;  ///< 0: read; 1: written; further values are references, members and others
};

/// A pointer to no memory is a graver error, which the access itself reports.
bool is_usable(const Worker& worker, const void* address) {
  const Arena& arena = Arena::instance();
  if (!arena.holds(address)) return worker.owns(address);
  return *arena.states(address) != static_cast<std::uint8_t>(ByteState::none);
}

}  // namespace

/// The front end inserts calls of it where a struct is copied.
extern "C" void cuda_emulator_misaligned(const void* address, std::size_t bytes, std::size_t alignment,
                                         int is_write) {
  Worker* worker = Worker::running();
  if (!worker || !is_usable(*worker, address)) return;
  cuda_emulator::report_misaligned(
      address, cuda_emulator::joined(is_write ? "write of " : "read of ", bytes, " bytes"), alignment,
      __builtin_return_address(0));
  worker->abort_launch(cudaErrorMisalignedAddress);
}

// Partial accesses are left to the access hooks: a device may load only the aligned part.
extern "C" void __ubsan_handle_type_mismatch_v1(void* data, const void* address) {
  const auto& found = *static_cast<const TypeMismatch*>(data);
  Worker* worker = Worker::running();
  if (!worker || found.use > 1 || !is_usable(*worker, address)) return;
  cuda_emulator::report_misaligned(
      address,
      cuda_emulator::joined(found.use == 0 ? "read" : "write", " of a value of type ",
                            static_cast<const char*>(found.type->name)),
      std::size_t{1} << found.alignment_logarithm, __builtin_return_address(0));
  worker->abort_launch(cudaErrorMisalignedAddress);
}
