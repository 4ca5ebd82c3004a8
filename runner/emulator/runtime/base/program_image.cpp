#include "runner/emulator/runtime/base/program_image.hpp"

#include <link.h>

#include <cstdint>
#include <vector>

extern "C" {
// From the linker.
extern const char __executable_start, _end;
}

namespace cuda_emulator {
namespace {

struct Range {
  std::uintptr_t begin, end;
};

std::vector<Range> loaded_segments() {
  std::vector<Range> ranges;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        for (unsigned n = 0; n < info->dlpi_phnum; ++n) {
          const auto& header = info->dlpi_phdr[n];
          if (header.p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          static_cast<std::vector<Range>*>(result)->push_back({begin, begin + header.p_memsz});
        }
        return 0;
      },
      &ranges);
  return ranges;
}

bool holds(const Range& range, const void* address) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  return value >= range.begin && value < range.end;
}

}  // namespace

bool in_program_image(const void* address) {
  static const std::vector<Range> segments = loaded_segments();
  for (const Range& segment : segments) {
    if (holds(segment, address)) return true;
  }
  return false;
}

std::span<const char> executable_image() {
  return {&__executable_start, &_end};
}

std::span<const char> thread_variables() {
  std::span<const char> block;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        for (unsigned n = 0; n < info->dlpi_phnum; ++n) {
          const auto& header = info->dlpi_phdr[n];
          if (header.p_type != PT_TLS || !info->dlpi_tls_data) continue;
          const char* begin = static_cast<const char*>(info->dlpi_tls_data);
          *static_cast<std::span<const char>*>(result) = {begin, header.p_memsz};
        }
        return 1;  // the first object is the program
      },
      &block);
  return block;
}

}  // namespace cuda_emulator
