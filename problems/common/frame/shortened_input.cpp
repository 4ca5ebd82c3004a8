#include "problems/common/frame/shortened_input.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string>

#include "problems/common/choosing/program_options.hpp"

namespace problems {
namespace {

std::string& message() {
  static std::string text;
  return text;
}

/// Calls only functions that a signal handler may call. Several threads may enter at once.
void refuse(int, siginfo_t* info, void*) {
  static std::atomic_flag is_told;
  if (info->si_code != BUS_ADRERR) {  // another SIGBUS is raised again, and ends the program
    ::signal(SIGBUS, SIG_DFL);
    return;
  }
  while (is_told.test_and_set()) ::pause();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message().data(), message().size());
  ::_exit(exit_bad_input);
}

}  // namespace

void refuse_shortened_input(std::string_view program) {
  message() = std::string(program) + ": the input file was made shorter while it was read: run it again\n";
  struct sigaction action {};
  action.sa_sigaction = &refuse;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace problems
