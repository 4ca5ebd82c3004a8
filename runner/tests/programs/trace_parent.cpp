// Tries to become the tracer of its parent and of its child.
#include <signal.h>
#include <sys/ptrace.h>

#include "attempt.hpp"

int main() {
  attempt("attach", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr));
  attempt("seize", ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr));
  attempt("traceme", ptrace(PTRACE_TRACEME, 0, nullptr, nullptr));
  return escaped;
}
