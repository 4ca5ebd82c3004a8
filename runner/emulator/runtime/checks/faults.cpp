#include "runner/emulator/runtime/checks/faults.hpp"

#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/checks/fault_handlers.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/memory/host_guard.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

void end_launch() {
  Worker::running()->abort_launch(cudaErrorIllegalAddress);
}

/// The caller of the thread whose stack is full. The fault itself may be in a library function, and unwinding
/// a kernel's recursion would take for ever.
const void* caller_on_full_stack(const ucontext_t& context, Fiber& fiber) {
  clean_abandoned_stack(fiber);
  constexpr std::size_t most_words = 2048;
  const auto pointer = reinterpret_cast<const char*>(context.uc_mcontext.gregs[REG_RSP]);
  const char* begin = std::max<const char*>(pointer, fiber.stack);
  const auto words = static_cast<std::size_t>(fiber.stack + fiber.stack_bytes - begin) / sizeof(void*);
  return first_own_call({reinterpret_cast<const void* const*>(begin), std::min(words, most_words)});
}

/// Continues in end_launch(), on the stack of the failed thread, which is no longer needed.
void leave_for_end_of_launch(ucontext_t& context, Fiber& fiber) {
  clean_abandoned_stack(fiber);
  const auto top = reinterpret_cast<std::uintptr_t>(fiber.stack + fiber.stack_bytes) / 16 * 16 - 1024 - 8;
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top);
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(&end_launch));
}

void on_fault(int number, siginfo_t* info, void* opaque) {
  auto& context = *static_cast<ucontext_t*>(opaque);
  const auto code = reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP] + 1);
  Worker* worker = Worker::running();
  const auto address = static_cast<const char*>(info->si_addr);
  if (HostGuard::instance().handle_fault(address, !worker, code, opaque)) return;
  if (worker && worker->owns(info->si_addr)) {
    Fiber& fiber = *worker->current().fiber;
    const void* caller = caller_on_full_stack(context, fiber);
    report(FindingKind::stack_overflow, caller ? caller : code,
           "the stack of the thread is full: its arrays or its recursion are too large");
    return leave_for_end_of_launch(context, fiber);
  }
  if (worker) {
    report(FindingKind::host_memory_on_device, code, "access to an address that no memory belongs to");
    return leave_for_end_of_launch(context, *worker->current().fiber);
  }
  if (Arena::instance().in_device_part(info->si_addr)) {
    report(FindingKind::device_memory_on_host, calling_code(),
           "host code uses device memory: copy it with cudaMemcpy first");
  }
  leave_to_program(number);  // the access is retried, and usually ends the program
}

void on_trap(int, siginfo_t*, void* context) {
  HostGuard::instance().end_step(context);
}

}  // namespace

void catch_faults() {
  take_signal(SIGSEGV, on_fault);
  take_signal(SIGBUS, on_fault);
  take_signal(SIGTRAP, on_trap);
}

}  // namespace cuda_emulator
