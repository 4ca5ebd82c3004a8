#include "runner/emulator/runtime/checks/alignment_check.hpp"

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {

void report_misaligned(const void* address, const std::string& access, std::size_t alignment,
                       const void* code) {
  const auto memory = Allocations::instance().holding(address);
  report(FindingKind::misaligned_access, code,
         joined(access, memory ? joined(" ", where(*memory, static_cast<const char*>(address))) : "",
                ", at an address that is not a multiple of ", alignment));
}

void end_misaligned(Worker& worker, const void* address, std::size_t bytes, std::size_t alignment,
                    const void* code) {
  report_misaligned(address, joined("access to ", counted_bytes(bytes)), alignment, code);
  worker.abort_launch(cudaErrorMisalignedAddress);
}

}  // namespace cuda_emulator
