#pragma once

#include <cstddef>
#include <string_view>

namespace cuda_emulator {

// Which addresses a call may be given as memory of either side. `code` is the program's call, for the finding
// that says why an address is invalid, and `what` names the argument.

/// Whether the device can use all `bytes` from `address` on.
bool is_device_range(const void* address, std::size_t bytes, const void* code,
                     std::string_view what = "this call");

/// Whether the host can use `address`.
bool is_host_address(const void* address, const void* code, std::string_view what = "this call");

/// Whether `address` may be memory of the device or, otherwise, of the host. Reports nothing.
bool may_be(const void* address, bool on_device);

}  // namespace cuda_emulator
