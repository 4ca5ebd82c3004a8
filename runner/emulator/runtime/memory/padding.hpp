#pragma once

#include <cstdint>
#include <span>

namespace cuda_emulator {

/// Whether the unwritten bytes among these states, which start at `address`, look like the padding of
/// structs: small gaps before parts of greater alignment, repeated in every element. The last element of
/// short rows is recognised too; a copy has no types to go by.
bool may_be_padding(std::span<const std::uint8_t> states, std::uintptr_t address);

}  // namespace cuda_emulator
