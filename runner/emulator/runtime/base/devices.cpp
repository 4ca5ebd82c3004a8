#include "runner/emulator/runtime/base/devices.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuda_emulator {
namespace {

constexpr int usual_memory_mib = 8 << 10;

/// The value of an environment variable, from 1 to `most`.
int asked_for(const char* variable, int usual, int most) {
  const char* const text = std::getenv(variable);
  if (!text) return usual;
  int count = 0;
  const char* const end = text + std::strlen(text);
  const auto [read_to, error] = std::from_chars(text, end, count);
  if (error == std::errc() && read_to == end && count >= 1 && count <= most) return count;
  std::fprintf(stderr, "%s: expected a whole number from 1 to %d, found %s; using %d\n", variable, most, text,
               usual);
  return usual;
}

}  // namespace

int device_count() {
  static const int count = asked_for("CUDA_EMULATOR_DEVICES", 1, most_devices);
  return count;
}

std::size_t device_memory_bytes() {
  static const int mib = asked_for("CUDA_EMULATOR_MEMORY_MIB", usual_memory_mib, usual_memory_mib);
  return static_cast<std::size_t>(mib) << 20;
}

int& current_device() {
  thread_local int device = 0;
  return device;
}

}  // namespace cuda_emulator
