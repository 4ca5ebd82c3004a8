#include "runner/emulator/runtime/checks/address_check.hpp"

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"
#include "runner/emulator/runtime/program/tables.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {

namespace {

const char* why_no_device_memory(const void* address) {
  if (!address) return " is given a null pointer";
  if (!variable_of(address)) return " needs device memory and is given the host's";
  return " needs device memory and is given the address of a variable: see cudaMemcpyToSymbol and "
         "cudaGetSymbolAddress";
}

bool is_in_device_memory(const void* address) {
  return Arena::instance().holds(address) || device_variables().holds(address);
}

}  // namespace

bool is_device_range(const void* address, std::size_t bytes, const void* code, std::string_view what) {
  if (!is_in_device_memory(address)) {
    if (address && is_registered(address)) return true;
    report(FindingKind::host_memory_on_device, code, joined(what, why_no_device_memory(address)));
    return false;
  }
  const char* first = static_cast<const char*>(address);
  const auto memory = Allocations::instance().holding(address);
  if (memory && bytes <= memory->bytes - static_cast<std::size_t>(first - memory->address)) return true;
  report_outside(memory ? memory->address + memory->bytes : first,
                 joined("this call with ", counted_bytes(bytes), " goes"), code);
  return false;
}

bool is_host_address(const void* address, const void* code, std::string_view what) {
  if (may_be(address, false)) return true;
  report(FindingKind::device_memory_on_host, code,
         joined(what,
                address ? " needs the host's memory and is given a device's" : " is given a null pointer"));
  return false;
}

bool may_be(const void* address, bool on_device) {
  if (on_device) return is_in_device_memory(address) || (address && is_registered(address));
  if (device_variables().holds(address)) return false;
  return address && !Arena::instance().in_device_part(address);
}

}  // namespace cuda_emulator
