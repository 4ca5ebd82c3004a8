#include "runner/emulator/runtime/api/copy.hpp"

#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/checks/address_check.hpp"
#include "runner/emulator/runtime/checks/copy_check.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/order/copies.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"

namespace cuda_emulator {
namespace {

/// Copies the state of each byte, written or not, except where the host's writes are not seen.
void copy_states(void* to, const void* from, std::size_t bytes) {
  const Arena& arena = Arena::instance();
  if (!arena.holds(to)) return;
  if (arena.in_device_part(to) && arena.holds(from)) {
    std::memmove(arena.states(to), arena.states(from), bytes);
  } else {
    arena.set_states(to, bytes, ByteState::written);
  }
}

}  // namespace

cudaError_t copy(const RowsCopy& copy, cudaMemcpyKind kind, const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (copy.row_bytes == 0 || copy.rows == 0) return cudaSuccess;
  if (copy.rows > 1 && (copy.row_bytes > copy.to_pitch || copy.row_bytes > copy.from_pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  const bool tells = kind == cudaMemcpyDefault;
  const auto is_devices = [](const void* address) {
    return Arena::instance().holds(address) || device_variables().holds(address);
  };
  const bool to_device =
      tells ? is_devices(copy.to) : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device =
      tells ? is_devices(copy.from) : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (!is_between(copy, to_device, from_device, kind, code)) {
    note_failed_copy(copy.from);
    return cudaErrorInvalidValue;
  }
  const DeviceAccess access;
  if (!to_device) report_unwritten(copy, code);
  for (std::size_t row = 0; row < copy.rows; ++row) {
    char* to = static_cast<char*>(copy.to) + row * copy.to_pitch;
    const char* from = static_cast<const char*>(copy.from) + row * copy.from_pitch;
    std::memmove(to, from, copy.row_bytes);
    copy_states(to, from, copy.row_bytes);
    if (to_device) {
      note_copied_on_device(to, from, copy.row_bytes);
    } else {
      note_copied_to_host(from, copy.row_bytes);
    }
  }
  note_copy(copy, to_device, code);
  return cudaSuccess;
}

cudaError_t fill(void* address, std::size_t pitch, int byte, std::size_t row_bytes, std::size_t rows,
                 const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (row_bytes == 0 || rows == 0) return cudaSuccess;
  if (rows > 1 && row_bytes > pitch) return cudaErrorInvalidPitchValue;
  if (!is_device_range(address, extent(pitch, row_bytes, rows), code)) return cudaErrorInvalidValue;
  const DeviceAccess access;
  for (std::size_t row = 0; row < rows; ++row) {
    char* at = static_cast<char*>(address) + row * pitch;
    std::memset(at, byte, row_bytes);
    if (Arena::instance().holds(at)) Arena::instance().set_states(at, row_bytes, ByteState::written);
  }
  note_filling({static_cast<char*>(address), pitch, row_bytes, rows}, "a filling", code);
  return cudaSuccess;
}

}  // namespace cuda_emulator
