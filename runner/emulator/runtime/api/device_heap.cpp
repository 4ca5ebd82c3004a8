// malloc and new in kernels. The linker directs all calls of them here (link-flags). What a kernel gets is
// the host's memory, registered as such that kernels may use.
#include <cstddef>
#include <cstdlib>

#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"

extern "C" {
void* __real_malloc(std::size_t bytes);
void __real_free(void* address);
void* __real__Znwm(std::size_t bytes);
void* __real__Znam(std::size_t bytes);
void __real__ZdlPv(void* address);
void __real__ZdaPv(void* address);
void __real__ZdlPvm(void* address, std::size_t bytes);
void __real__ZdaPvm(void* address, std::size_t bytes);
}

namespace {

__thread bool registering = false;  // which itself needs memory
std::atomic<std::size_t> registered{0};

void* on_device(void* address, std::size_t bytes) {
  if (!address || registering || !cuda_emulator::Worker::running()) return address;
  registering = true;
  if (cuda_emulator::register_host_memory(address, bytes ? bytes : 1)) ++registered;
  registering = false;
  return address;
}

void off_device(void* address) {
  if (!address || !registered || registering) return;
  registering = true;
  if (cuda_emulator::unregister_host_memory(address)) --registered;
  registering = false;
}

}  // namespace

extern "C" {
void* __wrap_malloc(std::size_t bytes) {
  return on_device(__real_malloc(bytes), bytes);
}
void __wrap_free(void* address) {
  off_device(address);
  __real_free(address);
}
void* __wrap__Znwm(std::size_t bytes) {
  return on_device(__real__Znwm(bytes), bytes);
}
void* __wrap__Znam(std::size_t bytes) {
  return on_device(__real__Znam(bytes), bytes);
}
void __wrap__ZdlPv(void* address) {
  off_device(address);
  __real__ZdlPv(address);
}
void __wrap__ZdaPv(void* address) {
  off_device(address);
  __real__ZdaPv(address);
}
void __wrap__ZdlPvm(void* address, std::size_t bytes) {
  off_device(address);
  __real__ZdlPvm(address, bytes);
}
void __wrap__ZdaPvm(void* address, std::size_t bytes) {
  off_device(address);
  __real__ZdaPvm(address, bytes);
}
}
