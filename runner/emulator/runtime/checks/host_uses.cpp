// Defines what the front end calls before host code uses a device variable by its name.
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/program/names.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

extern "C" void cuda_emulator_host_use(const char* mangled) {
  using namespace cuda_emulator;
  report(FindingKind::device_memory_on_host, __builtin_return_address(0),
         joined("host code uses the device's variable ", variable_name(mangled),
                " by its name, and gets one of the host's that no kernel sees: cudaMemcpyFromSymbol() copies "
                "from the "
                "device, cudaMemcpyToSymbol() to it"));
}
