// Makes a system call of the 32-bit kind, whose numbers a filter may take for others: getpid.
#include "attempt.hpp"

int main() {
#ifdef __x86_64__
  long result = 20;
  asm volatile("int $0x80" : "+a"(result) : : "memory");
  attempt("int 0x80", result);
#endif
  return escaped;
}
