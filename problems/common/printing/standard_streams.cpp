#include "problems/common/printing/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "problems/common/printing/write_whole.hpp"

namespace problems {

void hold_closed_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // Opened in the wrong mode, so that reading or writing fails with EBADF. open() returns the lowest free
    // number.
    const int wrong_way = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::fcntl(number, F_GETFD) < 0) static_cast<void>(::open("/dev/null", wrong_way));
  }
}

void print_out(std::string_view text) {
  write_whole(STDOUT_FILENO, text);
}

bool print_error_line(std::string_view line) {
  try {
    write_whole(STDERR_FILENO, std::string(line) + '\n');
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace problems
