// Tries to type a command into the terminal of the user who started it.
#include <fcntl.h>
#include <sys/ioctl.h>

#include "attempt.hpp"

int main() {
  attempt("type", ioctl(0, TIOCSTI, "x"));
  attempt("type with high bits", ioctl(0, TIOCSTI | (1UL << 40), "x"));
  attempt("paste", ioctl(0, TIOCLINUX, "\3"));
  attempt("terminal", open("/dev/tty", O_RDWR));
  return escaped;
}
