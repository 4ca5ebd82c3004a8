// Handles the signals that the emulated device needs. Test frameworks and crash reporters also handle them;
// they only see those that are not the device's.
#include "runner/emulator/runtime/checks/fault_handlers.hpp"

#include <dlfcn.h>

#include <array>

namespace cuda_emulator {
namespace {

struct Taken {
  bool is_taken = false;
  struct sigaction programs {};
};
std::array<Taken, NSIG> taken;

int real_sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  using Function = int (*)(int, const struct sigaction*, struct sigaction*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "sigaction"));
  return real(number, action, before);
}

}  // namespace

void take_signal(int number, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  Taken& one = taken[static_cast<std::size_t>(number)];
  real_sigaction(number, &action, &one.programs);
  one.is_taken = true;
}

void leave_to_program(int number) {
  Taken& one = taken[static_cast<std::size_t>(number)];
  one.is_taken = false;
  real_sigaction(number, &one.programs, nullptr);
}

}  // namespace cuda_emulator

extern "C" {

int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  using namespace cuda_emulator;
  const bool is_taken = number > 0 && number < NSIG && taken[static_cast<std::size_t>(number)].is_taken;
  if (!is_taken) return real_sigaction(number, action, before);
  struct sigaction& programs = taken[static_cast<std::size_t>(number)].programs;
  if (before) *before = programs;
  if (action) programs = *action;
  return 0;
}

void (*signal(int number, void (*handler)(int)) noexcept)(int) {
  struct sigaction action {
  }, before{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
}
