#pragma once

namespace cuda_emulator {

/// Called before device memory is touched now, where works of streams may be left for later; null: they never are.
inline void (*before_device_access)() = nullptr;

/// While one lives, device memory may be touched: by a kernel that runs, by the runtime that copies.
/// Otherwise a touch is host code that takes a device pointer for its own, and the program dies of it as it
/// would with a real device.
class DeviceAccess {
 public:
  DeviceAccess();
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

/// Lets the host from now on touch device memory too: parts of it run device code.
void let_host_access_device();
bool host_may_access_device();

/// Device memory has been given out up to here: what lies beyond needs no protection.
void extend_protection(const void* end);

}  // namespace cuda_emulator
