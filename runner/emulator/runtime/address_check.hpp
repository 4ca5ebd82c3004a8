#pragma once

#include <cstddef>

namespace cuda_emulator {

// What a call may be given as memory of the one side or the other. `code` is where the program called, for
// the finding that tells why not.

/// Whether all `bytes` from `address` on are memory that the device can use.
bool is_device_range(const void* address, std::size_t bytes, const void* code);

/// Whether `address` is something that the host can use.
bool is_host_address(const void* address, const void* code);

}  // namespace cuda_emulator
