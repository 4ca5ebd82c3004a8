#pragma once

namespace cuda_emulator {

/// Called before device memory is accessed now, where work of streams may be deferred; null if it never is.
inline void (*before_device_access)() = nullptr;

/// Permits access to device memory while an object lives: by a running kernel, or by the runtime that copies.
/// Otherwise an access is host code that uses a device pointer as its own, and ends the program, as a real
/// device would.
class DeviceAccess {
 public:
  DeviceAccess();
  ~DeviceAccess();
  DeviceAccess(const DeviceAccess&) = delete;
  DeviceAccess& operator=(const DeviceAccess&) = delete;
};

/// Permits host access to device memory from now on, because parts of the host run device code.
void let_host_access_device();
bool host_may_access_device();

/// Device memory has been allocated up to here; memory beyond needs no protection.
void extend_protection(const void* end);

}  // namespace cuda_emulator
