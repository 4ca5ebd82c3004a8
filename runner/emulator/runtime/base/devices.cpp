#include "runner/emulator/runtime/base/devices.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuda_emulator {
namespace {

constexpr const char* variable = "CUDA_EMULATOR_DEVICES";

int asked_for() {
  const char* const text = std::getenv(variable);
  if (!text) return 1;
  int count = 0;
  const char* const end = text + std::strlen(text);
  const auto [read_to, error] = std::from_chars(text, end, count);
  if (error == std::errc() && read_to == end && count >= 1 && count <= most_devices) return count;
  std::fprintf(stderr, "%s: expected a whole number from 1 to %d, found %s. There is one device now\n",
               variable, most_devices, text);
  return 1;
}

}  // namespace

int device_count() {
  static const int count = asked_for();
  return count;
}

int& current_device() {
  thread_local int device = 0;
  return device;
}

}  // namespace cuda_emulator
