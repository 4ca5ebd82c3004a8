#include "runner/emulator/runtime/memory/padding.hpp"

#include <algorithm>
#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"

namespace cuda_emulator {
namespace {

/// The size of a repeated struct, and of a single one.
constexpr std::size_t most_struct_bytes = 64, most_single_bytes = 32;

/// The size of the elements, if each is written like the first; 0 if there is none.
std::size_t period(std::span<const std::uint8_t> states) {
  for (std::size_t bytes = 2; bytes <= most_struct_bytes && 2 * bytes <= states.size(); bytes += 2) {
    if (states.size() % bytes) continue;
    if (std::memcmp(states.data(), states.data() + bytes, states.size() - bytes) == 0) return bytes;
  }
  return states.size() <= most_single_bytes ? states.size() : 0;
}

/// Whether a written part is aligned to `alignment` and at least as long.
bool has_written(std::span<const std::uint8_t> states, std::uintptr_t address, std::size_t alignment) {
  for (std::size_t at = (alignment - address % alignment) % alignment; at + alignment <= states.size();
       at += alignment) {
    const auto word = states.subspan(at, alignment);
    if (std::count(word.begin(), word.end(), written) == static_cast<std::ptrdiff_t>(alignment)) return true;
  }
  return false;
}

}  // namespace

bool may_be_padding(std::span<const std::uint8_t> states, std::uintptr_t address) {
  const auto element = states.first(period(states));
  if (element.empty() || element[0] != written) return false;
  for (std::size_t at = 0; at < element.size(); ++at) {
    if (element[at] == written) continue;
    const std::size_t begin = at;
    while (at < element.size() && element[at] != written) ++at;
    // It makes room for a member, or a next element, whose alignment is greater than the gap.
    const auto fills = [&](std::size_t alignment) {
      return at - begin < alignment && element.size() % alignment == 0 && (address + at) % alignment == 0 &&
             has_written(element, address, alignment);
    };
    if (!fills(2) && !fills(4) && !fills(8)) return false;
  }
  return true;
}

}  // namespace cuda_emulator
