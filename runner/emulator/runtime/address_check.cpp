#include "runner/emulator/runtime/address_check.hpp"

#include "runner/emulator/runtime/allocation_text.hpp"
#include "runner/emulator/runtime/allocations.hpp"
#include "runner/emulator/runtime/arena.hpp"
#include "runner/emulator/runtime/findings.hpp"
#include "runner/emulator/runtime/host_registrations.hpp"
#include "runner/emulator/runtime/program_image.hpp"
#include "runner/emulator/runtime/text.hpp"

namespace cuda_emulator {

bool is_device_range(const void* address, std::size_t bytes, const void* code) {
  if (!Arena::instance().holds(address)) {
    if (address && (is_registered(address) || is_managed_variable(address))) return true;
    const char* given = !address ? "this call is given a null pointer"
                        : in_program_image(address)
                            ? "this call needs device memory and is given the address of a "
                              "variable: see cudaMemcpyToSymbol and cudaGetSymbolAddress"
                            : "this call needs device memory and is given the host's";
    report(FindingKind::host_memory_on_device, code, given);
    return false;
  }
  const char* first = static_cast<const char*>(address);
  const auto memory = Allocations::instance().holding(address);
  if (memory && bytes <= memory->bytes - static_cast<std::size_t>(first - memory->address)) return true;
  report_outside(memory ? memory->address + memory->bytes : first,
                 joined("this call with ", counted_bytes(bytes), " goes"), code);
  return false;
}

bool is_host_address(const void* address, const void* code) {
  if (address && !Arena::instance().in_device_part(address)) return true;
  report(FindingKind::device_memory_on_host, code,
         address ? "this call needs the host's memory and is given a device's"
                 : "this call is given a null pointer");
  return false;
}

}  // namespace cuda_emulator
