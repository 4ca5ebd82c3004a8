/// Asynchronous copies to shared memory. They are complete when the call returns.
#pragma once

#include <cstddef>
#include <cstring>

CUDA_EMULATOR_DEVICE_CODE_BEGIN

/// The last `zeros` of the `bytes` are not copied but set to zero.
inline void __pipeline_memcpy_async(void* to_shared, const void* from, std::size_t bytes,
                                    std::size_t zeros = 0) {
  std::memcpy(to_shared, from, bytes - zeros);
  std::memset(static_cast<char*>(to_shared) + (bytes - zeros), 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}

CUDA_EMULATOR_DEVICE_CODE_END
