#pragma once

#include <cstdint>
#include <span>

namespace cuda_emulator {

/// Whether the unwritten bytes among these states, which begin at `address`, lie as the padding of structs
/// does: small gaps before what is aligned to more, the same again in every element. So does the last element
/// of short rows; a copy has no types to go by.
bool may_be_padding(std::span<const std::uint8_t> states, std::uintptr_t address);

}  // namespace cuda_emulator
