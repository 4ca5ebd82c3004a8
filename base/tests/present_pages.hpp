#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "base/descriptor.hpp"

namespace base::test {

/// How many of the pages from `begin` on this process has in its memory, of those that are whole in `bytes`.
inline std::size_t present_pages(const void* begin, std::size_t bytes) {
  constexpr std::uint64_t is_present = std::uint64_t{1} << 63;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page;
  const std::size_t last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page;
  std::vector<std::uint64_t> entries(last - first);
  const std::size_t entry_bytes = entries.size() * sizeof entries[0];
  const Descriptor map(::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
  if (::pread(map.number(), entries.data(), entry_bytes, static_cast<off_t>(first * sizeof entries[0])) !=
      static_cast<ssize_t>(entry_bytes)) {
    throw std::runtime_error("cannot read /proc/self/pagemap");
  }
  std::size_t count = 0;
  for (const std::uint64_t entry : entries) count += (entry & is_present) != 0;
  return count;
}

}  // namespace base::test
