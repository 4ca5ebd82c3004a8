#pragma once

#include <cstddef>
#include <string_view>

namespace cuda_emulator {

// What a call may be given as memory of the one side or the other. `code` is where the program called, for
// the finding that says why not, and `what` the part of the call that is given the address.

/// Whether all `bytes` from `address` on are memory that the device can use.
bool is_device_range(const void* address, std::size_t bytes, const void* code,
                     std::string_view what = "this call");

/// Whether `address` is something that the host can use.
bool is_host_address(const void* address, const void* code, std::string_view what = "this call");

/// Whether `address` may be memory of the device, or else of the host; this reports nothing.
bool may_be(const void* address, bool on_device);

}  // namespace cuda_emulator
