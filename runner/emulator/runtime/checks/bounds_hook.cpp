// Defines what the compiler calls when an index is outside an array of known size, in static shared memory or
// of a thread, when a program is compiled with -fsanitize=bounds. The names and layouts are those of the
// undefined behaviour sanitizer, whose library is not linked.
#include <cstdint>

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace {

struct IndexedType {
  std::uint16_t kind;
  std::uint16_t info;  ///< of integers: lowest bit signed, above it the logarithm of the bits
  char name[1];        ///< in quotes, ended by 0
};

struct OutOfBounds {
  const char* file;
  std::uint32_t line, column;
  const IndexedType* array;
  const IndexedType* index;
};

std::int64_t index_value(const IndexedType& type, std::uintptr_t bits) {
  const unsigned width = 1u << (type.info >> 1);
  if (!(type.info & 1) || width >= 64) return static_cast<std::int64_t>(bits);
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(void* data, std::uintptr_t index) {
  const auto& found = *static_cast<const OutOfBounds*>(data);
  cuda_emulator::report(
      cuda_emulator::FindingKind::out_of_bounds, __builtin_return_address(0),
      cuda_emulator::joined("index ", index_value(*found.index, index), " of an array of type ",
                            static_cast<const char*>(found.array->name)));
}
